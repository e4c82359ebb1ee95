"""The marks by which a reply is taken apart: brackets, fences, tags of reasoning, what chat templates and tool calls leave over."""

import re

BLANKS = " \t\n\r\x0b\x0c\u00a0\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u2028\u2029\u3000\u202f"

_BLANK = r"[\s\u00a0\ufeff\u200b-\u200f\u2060\u2028\u2029]"
_THOUGHT = r"(?:ant)?(?:think(?:ing|s)?|thoughts?|reasoning|reflections?|scratch_?pad|monologue|chain_of_thought|cot|analysis|deliberation|planning)"
_NAME = rf"(?:[a-z]{{1,20}}[_:.-]){{0,3}}{_THOUGHT}(?:[_:.-]\w{{1,80}}){{0,3}}"  # also seed:think, antThinking, inner_thoughts
_SPECIAL_THOUGHT = r"(?:think(?:ing)?|thoughts?|reasoning)"  # of <|think|>, <|START_THINKING|> and the like
_SPECIAL_OPENS = rf"\|(?:(?:start|begin)_?(?:of_)?:?)?{_SPECIAL_THOUGHT}(?:[_:](?:start|begin))?\|>|\|inner_prefix\|>|｜begin▁of▁{_SPECIAL_THOUGHT}｜>"
_SPECIAL_CLOSES = (
    rf"\|(?:/{_SPECIAL_THOUGHT}|(?:end|close|stop)_?(?:of_)?:?{_SPECIAL_THOUGHT}|{_SPECIAL_THOUGHT}[_:](?:end|close|stop))\|>"
    rf"|\|inner_suffix\|>|｜end▁of▁{_SPECIAL_THOUGHT}｜>"
)
_TAG_CLOSES = rf"/(?:{_NAME})\s*+>"
_ROLE = r"(?:assistant|user|system|model|tool|developer)\b"
_BARE_TAG = (
    r"/?(?:tool_calls?|tool_response|tool_use|toolcall|function_calls?|functioncall|functions?|tools|invoke|answer|final|final_answer|output"
    r"|response|json|result|solution|s|bos|eos|pad|eot|unk|start_of_turn|end_of_turn|unused\d{1,4}|extra_id_\d{1,3})"
)
_SQUARE = r"/?INST|/?TOOL_RESULTS|/?AVAILABLE_TOOLS|/?SYSTEM_PROMPT|CALL_ID|TOOL_CONTENT|BOS|EOS|EOT|PAD|SEP|CLS|DONE|unused\d{1,4}"
# The first character is a set, so that the engine passes over everything else at once.
TOKEN = re.compile(
    rf"[\[［{{｛`~<◁&#](?:"
    rf"(?<=\[)(?:(?P<square_open>THINK\]|unused16\])|(?P<square_close>/THINK\]|unused17\])|(?P<tool_mark>(?:TOOL_CALLS|ARGS)\])|(?P<square>(?:{_SQUARE})\]))"
    rf"|(?<=[\[［])(?<!\x1b\[)(?P<list>[\[\s]*+)"
    rf"|(?<=[{{｛])(?P<object>)"
    rf"|(?<=[`~])(?P<fence>(?<=`)``+|(?<=~)~~+)"
    rf"|(?<=◁)(?:(?P<kimi_open>think▷)|(?P<kimi_close>/think▷))"
    rf"|(?<=&)lt;(?:(?P<escaped_open>(?:{_NAME})&gt;)|(?P<escaped_close>/(?:{_NAME})&gt;))"
    rf"|(?<=\#)(?P<heading>\#{{1,3}}[ ]?(?:response|assistant|answer|output|instruction|human|input|user)[ ]?:)"
    rf"|(?<=<)(?:(?P<open>(?:{_NAME})(?:\s[^<>\n]{{0,200}})?>)|(?P<close>{_TAG_CLOSES})"
    rf"|(?P<details>details(?:\s[^<>\n]{{0,200}})?>\s*+(?:<summary>[^<>\n]{{0,40}})?)"
    rf"|(?P<token_open>{_SPECIAL_OPENS})|(?P<token_close>{_SPECIAL_CLOSES})"
    rf"|(?P<gemma_open>unused94>)|(?P<gemma_close>unused95>)"
    rf"|(?P<role_open>\|im_start\|>\s*+(?:{_ROLE}/)?{_SPECIAL_THOUGHT}\b)"
    rf"|(?P<channel>\|?channel\|?>\s*+(?P<channel_name>\w*+)(?:\s+to=[\w.]+)?)"
    rf"|(?P<tool_tag>/?(?:tool_calls?|tool_use|toolcall|function_calls?|functioncall|functions?)>|function(?:=|\s+name=)[^<>\n]{{1,100}}>"
    rf"|\|(?:/?tool_calls?|(?:start|end)_action|tool_calls?_\w{{1,30}}|python_tag)\|>|｜tool▁[^｜<>\n]{{1,40}}｜>)"
    rf"|(?P<leftover>(?:\|(?:im_start|start|start_header_id)\|>|start_of_turn>|\|turn>)\s*+(?:{_ROLE})|\|constrain\|>\s*+json\b"
    rf"|\|/?[\w:.▁-]{{1,60}}\|>|\|\w{{1,30}}>|\w{{1,30}}\|>|｜[^｜<>\n]{{1,40}}｜>|<SYS>>|</SYS>>|{_BARE_TAG}>))"
    rf")",
    re.IGNORECASE,
)
CLOSER = re.compile(
    rf"[<◁\[&](?:(?<=<)(?:{_TAG_CLOSES}|{_SPECIAL_CLOSES}|unused95>)|(?<=◁)/think▷|(?<=\[)(?:/THINK|unused17)\]|(?<=&)lt;/(?:{_NAME})&gt;)",
    re.IGNORECASE,
)
OPENS_REASONING = frozenset({"square_open", "kimi_open", "escaped_open", "open", "token_open", "gemma_open"})
CLOSES_REASONING = frozenset({"square_close", "kimi_close", "escaped_close", "close", "token_close", "gemma_close"})

ENDS_TOOL_CALL = re.compile(r"</|<\|/|<.*end", re.IGNORECASE)

CHANNEL_END = re.compile(r"<\|(?:end|start|channel|return|call)\|>|<channel\|>", re.IGNORECASE)
TURN_END = re.compile(r"<\|im_end\|>", re.IGNORECASE)
DETAILS_END = re.compile(r"</details>", re.IGNORECASE)
HIDDEN_CHANNELS = frozenset({"analysis", "thought", "thinking", "think", "reasoning"})
THOUGHT_WORD = re.compile(rf"\b{_SPECIAL_THOUGHT}\b|\bthought\b", re.IGNORECASE)  # in the head of a folded block
THOUGHT_FENCE = re.compile(rf"[ \t]*+{_THOUGHT}\b", re.IGNORECASE)
FENCE_END = re.compile(r"^[ \t>]*+(?:```|~~~)", re.MULTILINE)

# Words in place of tags: what opens reasoning at the very beginning counts only together with what closes it.
SPELT_OUT = (
    (re.compile(r"Thinking[ ]?(?:\.\.\.|…)", re.IGNORECASE), re.compile(r"(?:\.\.\.|…)[ ]?done thinking\.?", re.IGNORECASE)),
    (re.compile(r"(?:assistant)?\s?analysis"), re.compile(r"assistant\s?final")),
    (re.compile(r"Here(?:['’]s| is) my thought process:"), re.compile(r"Here(?:['’]s| is) my response:")),
)
ROLE_WORD = re.compile(r"(?:assistant|model)(?:[ ]?:|(?=\r?\n))", re.IGNORECASE)
# Not possessive as a whole: Python before 3.11.5 (Debian 12 has 3.11.2) errs where a part of the repeated group is optional.
FRINGE = re.compile(
    rf"(?:{_BLANK}++|<\|(?:im_end|eot_id|endoftext|end|return)\|>|<\|im_start\|>(?!\s*\w)|<\|im_start\|>\s*assistant\b(?!/)|</?s>)*"
)
TRAIL = re.compile(r"(?:<\|(?:im_start|im_end|eot_id|endoftext|end|return)\|>|</?s>)\Z")
