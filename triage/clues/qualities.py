"""Qualities a judge may argue from without having been asked: length, tone, style, format, in several languages.

English words are whole, those of inflected languages are stems, and those of scripts without blanks stand anywhere.
"""

import re

_WORDS: tuple[tuple[str, str, str, str], ...] = (
    (
        "length",
        "longer|shorter|length|concise|brief|verbose|wordy|detailed|lengthy|succinct",
        "длин|корот|кратк|подробн|многослов|ausführlich|länger|kürzer|knapp|plus long|plus court|concis|détaillé|"
        "más larg|más cort|detallad|أطول|أقصر|مختصر|موجز|مفصل|إيجاز|أكثر تفصيل",
        "長い|長く|長文|短い|短く|簡潔|詳しい|詳しく|篇幅|更长|更短|简洁|详细|冗长",
    ),
    (
        "tone",
        "tone|polite|friendly|empathetic|warm|courteous",
        "вежлив|дружелюб|приветлив|höflich|freundlich|poli(?:e|ment)?\\b|aimable|chaleureu|amable|cortés|educad|"
        "مهذب|ودود|لطف|لطيف|نبرة|لباقة",
        "丁寧|親切|口調|親しみ|礼貌|友好|亲切|语气|공손|친절",
    ),
    (
        "style",
        "style|fluent|readable|eloquent|well-written|grammar",
        "стил(?:ь|ист)|грамотн|красноречи|читаем|flüssig|lesbar|stilist|fluide|éloquent|élégan|fluid[oa]|elocuent|"
        "أسلوب|فصيح|بليغ|سلس",
        "文体|読みやす|流暢|文法|文笔|流畅|通顺|语法",
    ),
    (
        "format",
        "formatting|formatted|bullet|markdown|layout|headings",
        "оформл|форматир|формат\\b|вёрстк|formatier|gegliedert|aufzählung|mise en (?:forme|page)|formatead|viñetas|"
        "تنسيق|منسق|نقطي",
        "書式|箇条書き|見出し|体裁|格式|排版|列表|标题",
    ),
)
_QUALITIES = tuple(
    (name, re.compile(rf"(?<!\w)(?:(?:{whole})(?!\w)|{stems})|{anywhere}", re.IGNORECASE))
    for name, whole, stems, anywhere in _WORDS
)


def qualities(text: str) -> list[str]:
    """Names of the qualities that the text speaks of."""
    return [name for name, words in _QUALITIES if words.search(text)]
