"""Marks of reasoning, of chat templates and of tool calls: set apart and named, whatever model they come from."""

import pytest

from playground.verdict.violations import Status
from tests.verdict.cases import marked, verdict_of

YES = '{"answer": "yes"}'
NO = '{"answer": "no"}'

# What opens reasoning and what closes it.
PAIRS = {
    "think": ("<think>", "</think>"), "capitals": ("<THINK>", "</THINK>"), "with an attribute": ('<think mode="deep">', "</think>"),
    "thinking": ("<thinking>", "</thinking>"), "thought": ("<thought>", "</thought>"), "thoughts": ("<thoughts>", "</thoughts>"),
    "reasoning": ("<reasoning>", "</reasoning>"), "reasoning content": ("<reasoning_content>", "</reasoning_content>"),
    "reflection": ("<reflection>", "</reflection>"), "scratchpad": ("<scratchpad>", "</scratchpad>"),
    "scratch pad": ("<scratch_pad>", "</scratch_pad>"), "analysis": ("<analysis>", "</analysis>"), "planning": ("<planning>", "</planning>"),
    "chain of thought": ("<chain_of_thought>", "</chain_of_thought>"), "CoT": ("<cot>", "</cot>"), "Claude": ("<antThinking>", "</antThinking>"),
    "inner thoughts": ("<inner_thoughts>", "</inner_thoughts>"), "monologue": ("<internal_monologue>", "</internal_monologue>"),
    "thought process": ("<thought_process>", "</thought_process>"), "Seed": ("<seed:think>", "</seed:think>"),
    "MiniMax": ("<mm:think>", "</mm:think>"), "LongCat": ("<longcat_think>", "</longcat_think>"),
    "a tag with a long tail": ("<think_never_used_51bce0c785>", "</think_never_used_51bce0c785>"),
    "other closing tag": ("<thinking>", "</think>"), "Mistral": ("[THINK]", "[/THINK]"), "Pangu": ("[unused16]", "[unused17]"),
    "Kimi": ("◁think▷", "◁/think▷"), "Cohere": ("<|START_THINKING|>", "<|END_THINKING|>"), "bars": ("<|thinking|>", "<|/thinking|>"),
    "start and end": ("<|start_think|>", "<|end_think|>"), "end behind": ("<|think_start|>", "<|think_end|>"),
    "Solar": ("<|think:start|>", "<|think:end|>"), "open thoughts": ("<|begin_of_thought|>", "<|end_of_thought|>"),
    "Apertus": ("<|inner_prefix|>", "<|inner_suffix|>"), "MedGemma": ("<unused94>thought\n", "<unused95>"),
    "escaped": ("&lt;think&gt;", "&lt;/think&gt;"), "a role": ("<|im_start|>think\n", "<|im_end|>"),
    "a role of the assistant": ("<|im_start|>assistant/think\n", "<|im_end|>"), "a fence": ("```thinking\n", "\n```"),
    "folded": ('<details type="reasoning" done="true">', "</details>"),
    "folded with a head": ("<details>\n<summary>Thought for 3 seconds</summary>", "</details>"),
}  # fmt: skip
# Words that open reasoning only together with those that close it.
SPELT_OUT = {
    "Ollama": ("Thinking...\n", "\n...done thinking.\n"),
    "Ollama with one character": ("Thinking…\n", "\n…done thinking.\n"),
    "Granite": ("Here is my thought process: ", "Here is my response: "),
    "Granite, shorter": ("Here's my thought process:\n", "Here's my response:\n"),
    "gpt-oss without its marks": ("analysisWe need JSON. ", "assistantfinal"),
    "gpt-oss without its marks, with the role": ("assistantanalysis", "assistantfinal"),
}


@pytest.mark.parametrize(("opener", "closer"), (PAIRS | SPELT_OUT).values(), ids=PAIRS | SPELT_OUT)
@pytest.mark.parametrize("draft", [NO, '{"answer": ', "[1", "hm"])
def test_what_stands_in_reasoning_does_not_count(opener: str, closer: str, draft: str) -> None:
    reply = f"{opener}It may be {draft}{closer}\n{YES}"
    verdict = verdict_of(reply)
    assert verdict.status is Status.VALID
    assert marked(reply, verdict.span) == YES
    (reasoning,) = [note for note in verdict.notes if note.kind == "reasoning"]
    assert (marked(reply, reasoning.span) or "").strip() == f"{opener}It may be {draft}{closer}".strip()
    assert "prose" not in [note.kind for note in verdict.notes]


@pytest.mark.parametrize("opener", [opener for opener, _ in PAIRS.values()], ids=PAIRS)
def test_reasoning_that_is_not_closed_is_all_there_is(opener: str) -> None:
    verdict = verdict_of(f"{opener}It may be {NO}")
    assert (verdict.status, [fault.kind for fault in verdict.faults]) == (Status.NO_JSON, ["only_reasoning"])


@pytest.mark.parametrize("opener", [opener for opener, _ in SPELT_OUT.values()], ids=SPELT_OUT)
def test_words_that_nothing_closes_are_words(opener: str) -> None:
    assert verdict_of(opener + YES).status is Status.VALID


CLOSERS = [closer for name, (_, closer) in PAIRS.items() if "role" not in name and "fold" not in name and "fence" not in name]


@pytest.mark.parametrize("closer", CLOSERS)
def test_reasoning_whose_beginning_is_missing(closer: str) -> None:
    reply = f"maybe {NO} or not{closer}{YES}"
    verdict = verdict_of(reply)
    assert marked(reply, verdict.span) == YES
    assert len(verdict.candidates) == 1
    assert [fault.kind for fault in verdict_of(f"maybe not{closer}").faults] == ["only_reasoning"]


def test_a_number_before_a_late_closing_tag_is_part_of_the_reasoning() -> None:
    reply = f"</think>5<|x|>hm</think>{YES}"
    assert marked(reply, verdict_of(reply, "{}").span) == YES
    assert [fault.kind for fault in verdict_of("a</think>5<|x|>hm</think><think>").faults] == ["only_reasoning"]


NO_REASONING = [
    f"`<think>` opens it. {YES}", f'The tag "<think>" opens it. {YES}', f"“</think>” closes it. {YES}", f"<thinkpad> {YES}",
    f"<rethinking-labs> {YES}", f"<details><summary>More</summary>{YES}</details>", f"Thinking about it: {YES}", f"a <b>think</b> {YES}",
    f"analysis: {YES}", f"x◁y {YES}", f"AT&T &lt;b&gt; {YES}",
]  # fmt: skip


@pytest.mark.parametrize("reply", NO_REASONING)
def test_what_only_looks_like_a_mark_is_none(reply: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is Status.VALID
    assert "reasoning" not in [note.kind for note in verdict.notes]


# A reply around {}, and the leftovers in it.
LEFTOVERS = {
    "Llama": ("<|start_header_id|>assistant<|end_header_id|>\n\n{}", ["<|start_header_id|>assistant", "<|end_header_id|>"]),
    "GLM's box": ("<|begin_of_box|>{}<|end_of_box|>", ["<|begin_of_box|>", "<|end_of_box|>"]),
    "Cohere": ("<|START_RESPONSE|>{}<|END_RESPONSE|>", ["<|START_RESPONSE|>", "<|END_RESPONSE|>"]),
    "Alpaca": ("### Response:\n{}", ["### Response:"]),
    "Vicuna": ("### Assistant: {}", ["### Assistant:"]),
    "role alone": ("assistant\n\n{}", ["assistant"]),
    "role with a colon": ("Assistant: {}", ["Assistant:"]),
    "Gemma": ("<start_of_turn>model\n{}<end_of_turn>\n<eos>", ["<start_of_turn>model", "<end_of_turn>", "<eos>"]),
    "Gemma's unused": ("<unused12>{}", ["<unused12>"]),
    "DeepSeek": ("<｜Assistant｜>{}<｜end▁of▁sentence｜>", ["<｜Assistant｜>", "<｜end▁of▁sentence｜>"]),
    "Mistral": ("[INST] {} [/INST]", ["[INST]", "[/INST]"]),
    "Llama 2": ("<<SYS>> {} <</SYS>>", ["<<SYS>>", "<</SYS>>"]),
    "T5": ("<pad><extra_id_0>{}</s>", ["<pad>", "<extra_id_0>"]),
    "any token": ("<|reserved_special_token_5|>{}<|fim_middle|>", ["<|reserved_special_token_5|>", "<|fim_middle|>"]),
    "half a token": ("<|turn>model\n{}<turn|>", ["<|turn>model", "<turn|>"]),
    "tool response": ("<tool_response>{}</tool_response>", ["<tool_response>", "</tool_response>"]),
    "tags of prompts": ("<result><json>{}</json></result>", ["<result>", "<json>", "</json>", "</result>"]),
    "the final answer": ("<final_answer>{}</final_answer>", ["<final_answer>", "</final_answer>"]),
}


@pytest.mark.parametrize(("around", "leftovers"), LEFTOVERS.values(), ids=LEFTOVERS)
def test_leftovers_of_templates_are_named(around: str, leftovers: list[str]) -> None:
    reply = around.replace("{}", YES)
    verdict = verdict_of(reply)
    assert marked(reply, verdict.span) == YES
    assert [(note.kind, marked(reply, note.span)) for note in verdict.notes] == [("leftover", left) for left in leftovers]


TOOL_CALLS = {
    "Llama": "<function=reply>{}</function>",
    "with an attribute": '<function name="reply">{}</function>',
    "Python tag": "<|python_tag|>{}",
    "Hermes": "<tool_call>\n{}\n</tool_call>",
    "Mistral": "[TOOL_CALLS]reply[ARGS]{}",
    "Kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.reply:0<|tool_call_argument_begin|>{}<|tool_call_end|>",
    "DeepSeek": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>reply\n```json\n{}\n```<｜tool▁call▁end｜>",
    "gpt-oss": "<|channel|>commentary to=functions.reply <|constrain|>json<|message|>{}<|call|>",
    "Phi": "<|tool_call|>{}<|/tool_call|>",
    "Nemotron": "<TOOLCALL>{}</TOOLCALL>",
}


@pytest.mark.parametrize("around", TOOL_CALLS.values(), ids=TOOL_CALLS)
def test_the_marks_of_a_tool_call_are_named(around: str) -> None:
    reply = around.replace("{}", YES)
    verdict = verdict_of(reply)
    assert marked(reply, verdict.span) == YES
    assert [note.message.id for note in verdict.notes if note.kind == "wrapper"] == ["verdict.note.wrapper.tool_tag"]


@pytest.mark.parametrize("around", ["<function=f>1</function> {}", "<|tool_call|>x<|/tool_call|>{}", "<tool_call>x</tool_call>{}"])
def test_behind_a_tool_call_there_is_none(around: str) -> None:
    assert "wrapper" not in [note.kind for note in verdict_of(around.replace("{}", YES)).notes]


STRAY = {
    "one behind": (f"{YES}}}", ["}"]), "one behind a blank": (f"{YES}\n}}", ["}"]), "one before": (f"{{{YES}", ["{"]), "before a blank": (f"{{ {YES}", ["{"]),
    "doubled": (f"{{{YES}}}", ["{", "}"]), "a wrong one": (f"{YES}]", ["]"]), "several": (f"{YES}}}]}}", ["}]}"]),
    "of a command": (f"\\boxed{{{YES}}}", []), "none": (f"({YES})", []),
}  # fmt: skip


@pytest.mark.parametrize(("reply", "brackets"), STRAY.values(), ids=STRAY)
def test_brackets_too_many_are_noted(reply: str, brackets: list[str]) -> None:
    verdict = verdict_of(reply)
    assert marked(reply, verdict.span) == YES
    assert [marked(reply, note.span) for note in verdict.notes if note.kind == "stray_bracket"] == brackets


def test_more_leftovers_than_are_noted_are_no_prose_all_the_same() -> None:
    verdict = verdict_of("<|a|>" * 100)
    assert [fault.kind for fault in verdict.faults] == ["empty"]
    assert len(verdict.notes) == 20
