"""A reply made out of any bytes: pieces that models send, one after the other, so that a fuzzer gets into every corner of extraction."""

import json

from tests.fuzz.schema_grammar import Decisions, make_value

_PIECES = (
    "Sure: ", " and ", "\n", "\n\n", "[1]", "[1, 2]", "{}", "[]", "{name}", "{ ", "} ", "[", "]", "{", "}", ", ", ": ", '"', "'", "\\", '\\"', "`", "```",
    "```json\n", "\n```\n", "~~~\n", "````", "```think\n", "<think>", "</think>", "<thinking>", "◁think▷", "◁/think▷", "[THINK]", "[/THINK]",
    "<|channel|>analysis<|message|>", "<|channel|>final<|message|>", "<|end|>", "<|start|>assistant", "<|im_start|>think\n", "<|im_end|>",
    "<|START_THINKING|>", "<|END_THINKING|>", "Thinking...\n", "...done thinking.", "assistant\n", "analysis", "assistantfinal", "[TOOL_CALLS]",
    "<tool_call>", "</tool_call>", "<function=f>", "<details><summary>Thought</summary>", "</details>", "### Response:", "</s>", "<｜x｜>", "> ",
    "\ufeff", "\u200b", "\u00a0", "\u2028", "\x00", "\ud800", "😀", "é", "’", "“a”", "｛", "｝", "：", "，", "...", "…", "// c\n", "/* c */", "# c\n",
    "True", "None", "NaN", "-Infinity", "undefined", "01", "+1", ".5", "1.", "1e5", "1e999999999999999999999", "0x1F", "1,000", "12%", "3 * 4",
    '"a": ', '"a": "x, "b": 1', "'a': 'it's'", "a: 1", 'a": 1', '"a: 1', '"a" 1', '"a": x"', '"x" "y"', '"\\x41"', '"\\u12"', '"a\nb"', '"""x"""',
    "1", "true", "null", "=", "=>", ";", "|", "-", "- a\n- b\n", "a: b\n", "| a | b |\n|---|---|\n", "<a>b</a>", "I'm sorry, I can't help.", "answer",
    "data: ", "[DONE]", "{{", "}}", "\\boxed{", "$", "(", ")", "9" * 30,
)  # fmt: skip


def make_reply(decisions: Decisions) -> str:
    """A reply of some pieces, with sound JSON now and then."""
    parts: list[str] = []
    for _ in range(decisions.pick(16) + 1):
        chosen = decisions.pick(256)
        if chosen < len(_PIECES):
            parts.append(_PIECES[chosen])
        else:
            written = json.dumps(
                make_value(decisions, 2), ensure_ascii=bool(decisions.pick(2)), indent=decisions.one_of((None, None, 1))
            )
            cut = decisions.pick(8)
            parts.append(written[: len(written) * cut // 8] if cut else written)
    return "".join(parts)
