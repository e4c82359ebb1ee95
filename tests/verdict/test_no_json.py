"""What a reply without JSON is called: a refusal, another format, or prose that only looks like one of them."""

import pytest

from playground.verdict.violations import Status
from tests.verdict.cases import verdict_of

REFUSALS = [
    "I can't assist with that request.",
    "I'm sorry, but I can't assist with that.",
    "I apologize, but I cannot provide that information.",
    "I won't help with that.",
    "I cannot provide medical advice.",
    "As an AI, I cannot have opinions.",
    "I'm not able to help with this.",
    "Unfortunately, I am unable to complete this request.",
    "This violates our content policy.",
    "I must decline.",
    "Sorry, that's not something I can help with.",
    "I do not feel comfortable answering this.",
    "I refuse to answer.",
    "I’m really sorry you’re feeling this way, but I can’t help with that.",
    "No.  I won't do that.",
    "I am not comfortable generating this content.",
    "I'd rather not answer that.",
    "It is against my programming to answer.",
    "I can not comply with this request.",
    "Sorry.",
    "I'm sorry.",
    "My apologies, I cannot do this.",
    "I don't think I can help with that.",
    "I'm just a language model, so I can't help you with that.",
    "I cannot fulfill this request.",
    "I cannot fulfil your request. I am just an AI model.",
    "I cannot create content that depicts violence.",
    "Je suis désolé, mais je ne peux pas vous aider.",
    "Désolé, je ne peux pas répondre à cette question.",
    "Je ne peux pas accéder à cette demande.",
    "Je ne suis pas en mesure de répondre.",
    "Je regrette, mais il m'est impossible de répondre.",
    "Je dois décliner cette demande.",
    "Je refuse de répondre.",
    "En tant qu'IA, je ne peux pas donner d'avis.",
    "Malheureusement, je ne peux pas vous aider.",
    "Je ne puis répondre à cela.",
    "Je ne saurais répondre à cette demande.",
    "Il m’est malheureusement impossible de traiter cette demande.",
    "申し訳ありませんが、そのご要望にはお応えできません。",
    "申し訳ございませんが、お手伝いできません。",
    "すみませんが、それにはお答えできません。",
    "そのような内容にはお答えできません。",
    "その質問には答えられません。",
    "お答えしかねます。",
    "ご要望にお応えすることはできません。",
    "この件についてはお答えを控えさせていただきます。",
    "回答を拒否します。",
    "ごめんなさい、それはできません。",
    "お力になれません。",
    "その依頼には応じられません。",
    "Przepraszam, ale nie mogę pomóc.",
    "Niestety nie mogę odpowiedzieć na to pytanie.",
    "Nie jestem w stanie udzielić odpowiedzi.",
    "Przykro mi, ale nie mogę tego zrobić.",
    "Odmawiam wykonania tego polecenia.",
    "Nie mogę spełnić tej prośby.",
    "Jako model językowy nie mogę doradzać.",
    "Nie udzielę odpowiedzi na to pytanie.",
    "Muszę odmówić.",
    "Es tut mir leid, aber ich kann dabei nicht helfen.",
    "Lo siento, no puedo ayudar con eso.",
    "抱歉，我无法回答这个问题。",
    "对不起，我不能帮助你。",
    "I can’t comply with that.\n\nHere is why: ...",
]  # fmt: skip

NO_REFUSALS = [
    "I'm sorry to hear that. Yes, wheat contains gluten.",
    "Sorry for the confusion! The answer is yes.",
    "Yes. You cannot eat wheat if you have celiac disease.",
    "I can't believe it's not butter, but the answer is no.",
    "I cannot recommend this cake enough: yes!",
    "The model can't help but say yes.",
    "As an AI model, I would answer yes.",
    "People with allergies can't have wheat; the answer is yes.",
    "Je ne peux que confirmer : oui.",
    "Je ne peux pas assez le dire : oui.",
    "Oui, il est impossible d'en manger sans gluten.",
    "Désolé pour le retard. Oui, le blé contient du gluten.",
    "はい、小麦にはグルテンが含まれています。",
    "小麦アレルギーの人は食べることができません。",
    "いいえ、含まれていません。",
    "Tak, zawiera gluten.",
    "Nie, nie zawiera glutenu.",
    "Przepraszam za opóźnienie. Tak, pszenica zawiera gluten.",
    "Nie można tego jeść przy celiakii. Odpowiedź: tak.",
    "No, I will not lie: it contains gluten.",
    "Yes",
    "It doesn't violate any rule.",
    "Unfortunately, wheat is not gluten free.",
    "Unfortunately it does contain gluten, so you can't eat it.",
    "I regret to say yes.",
    "Please note that I can't be sure, but probably yes.",
    "I think it contains gluten.",
    "I can't tell from the label whether it contains gluten.",
    "- Yes, wheat contains gluten.\n- Rice does not.",
    "Answer: yes, because wheat contains gluten.",
    "**Answer:** yes\n\n**Reason:** wheat",
    "1. yes\n2. no",
    "Note: this is a simple sentence without JSON in it.",
    "Use `<b>` for bold.",
    "a < b and c > d",
    "The tag <answer> is missing.",
    "x | y | z",
    'He said: "yes".',
    "Step 1: think.\nStep 2: answer yes.",
]  # fmt: skip

YAML = [
    "answer: yes",
    'answer: "yes"\nreason: "wheat: contains gluten"',
    "---\nanswer: yes\nitems:\n  - a\n  - b\n...",
    "Sure! Here it is:\n\nanswer: yes\nreason: wheat contains gluten.",
    "answer: |\n  line one\n  line two\nb: 1",
    "- name: a\n  value: 1\n- name: b\n  value: 2",
    "tags: [1, 2]\nanswer: yes",
    "answer: yes # comment",
    "```\nanswer: yes\nreason: wheat\n```",
    "```yml\nanswer: yes\n```",
    "answer:\n  value: yes",
]  # fmt: skip

XML = [
    '<?xml version="1.0"?>\n<answer>yes</answer>',
    '<answer value="yes"/>',
    "Here is the XML:\n\n<response>\n  <answer>yes</answer>\n</response>\n",
    "<ul><li>yes</li></ul>",
    "<table><tr><td>yes</td></tr></table>",
]  # fmt: skip

TABLES = [
    "| a |\n| --- |\n| 1 |",
    "| answer | reason |\n| :-- | --: |\n| yes | wheat |\n\nDone.",
    "answer | reason\n--- | ---\nyes | wheat",
    "| answer | yes |\n| reason | wheat |",
    "```markdown\n| a | b |\n|---|---|\n| 1 | 2 |\n```",
]  # fmt: skip


CASES = [
    *((reply, "refusal") for reply in REFUSALS),
    *((reply, "prose") for reply in NO_REFUSALS),
    *((reply, "yaml") for reply in YAML),
    *((reply, "xml") for reply in XML),
    *((reply, "markdown_table") for reply in TABLES),
]


@pytest.mark.parametrize(("reply", "kind"), CASES)
def test_what_a_reply_without_json_is_called(reply: str, kind: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is Status.NO_JSON
    assert [fault.kind for fault in verdict.faults] == [kind]


@pytest.mark.parametrize(
    ("reply", "kind"), [("I'm sorry, but I can't help with that [1].", "refusal"), ("tags: [1, 2]\nanswer: yes [3]", "yaml")]
)
def test_a_footnote_does_not_hide_what_the_reply_is(reply: str, kind: str) -> None:
    assert [fault.kind for fault in verdict_of(reply).faults] == [kind]


@pytest.mark.parametrize(
    "reply", ["```", "```json\n", "```json\n\n```", "~~~\n~~~", "<answer></answer>", "<|im_start|>assistant\n<|im_end|>"]
)
def test_marks_around_nothing_are_empty(reply: str) -> None:
    assert [fault.kind for fault in verdict_of(reply).faults] == ["empty"]


def test_what_stands_in_reasoning_is_no_refusal() -> None:
    assert [fault.kind for fault in verdict_of("<think>I cannot help with that?</think>Probably yes.").faults] == ["prose"]
