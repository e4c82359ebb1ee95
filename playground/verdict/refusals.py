"""Recognises a refusal by its words, in the languages that models refuse in most; what merely sounds like one is not called so."""

import re

_LOOKED_AT = 400  # a refusal begins with refusing

_DO = (
    r"(?:help|assist|answer|provid|comply|fulfil|do (?:that|this|it|so)\b|give|generat|creat|produc|engag|discuss|offer|shar|complet"
    r"|process|support|participat|respond|writ|make|continu|access|browse|view|open|translat|tell you|talk|speak|facilitat|advis|return|output"
    r"|perform|execut|carry|handle|proceed|go (?:ahead|along|there)|with (?:that|this)|recommend (?:a|any|that)|in good conscience)"
)
_UNABLE = (
    r"(?:can ?not|can't|won't|will not|am unable|am not able|'m unable|'m not able|must decline|have to decline|refuse|decline)"
)
_PARTS = (
    # English
    rf"\bI ?{_UNABLE}\s+(?:to\s+)?(?:[a-z]+ly\s+)?(?:be\s+able\s+to\s+)?{_DO}",
    r"\bI do(?:n't| not) think I(?:'m able| can) (?:to )?(?:help|answer|assist|do|respond)",
    r"\bI'?m (?:not (?:going|allowed|permitted|comfortable|willing)|unable)\b",
    r"\bI (?:am|was) (?:unable to|not able to|not (?:going|allowed|permitted|willing) to|not comfortable)\b",
    r"\bI (?:must|have to|need to|will have to) (?:respectfully |politely )?(?:decline|refuse)\b|\bI (?:respectfully |politely )?(?:decline|refuse) to\b",
    rf"\b(?:sorry|apologi[sz]e|apologies|unfortunately|regret)\b[^.!?\n]{{0,80}}\b(?:I|we|this request|it)\b[^.!?\n]{{0,20}}(?:\b{_UNABLE}|'m not|am not|n't)\b",
    r"\bas an? (?:AI|artificial|(?:large )?language model)\b[^.!?\n]{0,120}(?:\bcan ?not\b|n't\b|\bnot\b|\bunable\b)",
    r"\b(?:against|violates?|outside|beyond) (?:my|our|the|openai's|these) (?:\w+ )?(?:guidelines|polic|programming|principles|capabilities|scope)",
    r"\bunable to (?:comply|assist|process (?:this|that|your)|help|fulfil|provide)",
    r"\bI(?:'d| would) (?:rather|prefer) not\b|\bI do(?:n't| not) feel comfortable\b|\bnot (?:appropriate|ethical) for me\b|\bnot something I(?:'m| am| can)\b",
    r"\bthis (?:request|content|question) (?:can ?not|can't) be\b|\bno comment\b|\bno, I won't\b",
    # French
    r"\bje ne (?:peux|puis|saurais|pourrai|suis)(?: \w+){0,3}? pas\b(?! (?:assez|trop|tout à fait|sûre?|certaine?|m'empêcher|nier|dire le contraire|d'accord))",
    r"\bje ne (?:puis|saurais) (?!que )(?:\w+ )?(?:répondre|aider|accéder|traiter|donner|fournir|faire|vous)",
    r"\bil (?:m'est|ne m'est)(?: \w+){0,2} (?:impossible|possible)\b|\bimpossible pour moi\b|\bdans l'(?:incapacité|impossibilité)\b",
    r"\bje (?:dois|me dois de|suis obligée? de|suis contrainte? de) (?:décliner|refuser)\b|\bje (?:refuse|décline)\b",
    r"\b(?:désolée?|navrée?|je regrette|malheureusement)\b[^.!?\n]{0,60}\b(?:je|il|cela|cette)\b[^.!?\n]{0,40}\b(?:pas|impossible|incapable)\b",
    r"\ben tant (?:qu'IA|que modèle|qu'intelligence|qu'assistant)[^.!?\n]{0,100}\bpas\b",
    # Japanese
    r"申し訳(?:ありません|ございません|ない)(?:が|けど|。|、|$)|すみませんが|恐れ入りますが",
    r"(?:お答え|お応え|回答|対応|お手伝い|お伝え|支援|協力|ご案内|ご協力|お力添え)(?:を|は|が|に|することは|することが)?(?:でき(?:ません|ない|かね)|いたしかね|致しかね|しかね)",
    r"(?:それ|これ|その(?:ような)?(?:ご)?(?:要求|依頼|質問|こと|リクエスト))(?:に|には|は)(?:お答え|対応|応じ)?(?:できません|られません|できかね)",
    r"(?:情報|回答|アドバイス|内容|コンテンツ)(?:を|の)?(?:提供|生成|作成)(?:することは)?でき(?:ません|かね)|お断り(?:し|いたし|させ)|応じられません|答えられません",
    r"答えることは(?:でき|許され)|できかねます|差し控え|控えさせて|回答を拒否|お力になれ(?:ません|ず)",
    # Polish
    r"\bnie (?:mogę|potrafię|jestem w stanie|umiem)\b(?! się (?:doczekać|powstrzymać|nadziwić)| zaprzeczyć| nie | wystarczająco| dość)",
    r"\bodmawiam\b|\bmuszę odmówić\b|\bnie wolno mi\b|\bnie jest możliwe, (?:abym|żebym)\b|\bnie będę w stanie\b|\bnie (?:udzielę|odpowiem|pomogę)\b|\bnie mam możliwości\b",
    r"\b(?:przepraszam|przykro mi|niestety)\b[^.!?\n]{0,60}\bnie (?:mogę|jestem|potrafię|mam|wolno|da się)\b",
    # German, Spanish, Italian, Portuguese, Chinese
    r"\bich kann (?:\w+ ){0,5}nicht (?:helfen|beantworten|weiterhelfen|bereitstellen|behilflich|unterstützen)|\btut mir leid, aber ich\b",
    r"\bno puedo (?:ayudar|responder|proporcionar|cumplir|hacer eso)|\blo siento, (?:pero )?no\b|\bnon posso (?:aiutar|risponder|fornir)",
    r"\bnão posso (?:ajudar|responder|fornecer)|(?:抱歉|对不起|很遗憾|無法|无法)[^。！？\n]{0,40}(?:不能|无法|無法)|我(?:不能|无法)(?:回答|提供|协助|帮助)",
)
_REFUSAL = re.compile("|".join(_PARTS), re.IGNORECASE)
_SORRY = re.compile(
    r"(?:I'm |I am |we're |my |très |je suis |es tut mir )?(?:very |so )?(?:sorry|apologies|désolée?|navrée?|przepraszam|przykro mi)[.!… ]*",
    re.IGNORECASE,
)


def reads_like_refusal(reply: str) -> bool:
    """Whether a reply begins with refusing to answer."""
    beginning = reply[:_LOOKED_AT].replace("’", "'").replace("‘", "'").strip()
    return bool(_REFUSAL.search(beginning)) or _SORRY.fullmatch(beginning) is not None
