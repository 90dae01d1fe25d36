"""French, Spanish, Italian, Portuguese."""

from dataclasses import replace

from synslator.text.languages.model import Abbreviations, Profile, listed, word_set

_SPACES = "\u202f\u00a0 "

FRENCH = Profile(
    "fr",
    ("Latin",),
    decimal=",",
    groups=_SPACES + ".",
    quotes=(("«", "»"), ("“", "”")),
    numbers=listed("zéro, un une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze"),
    ordinals=listed(
        ", premier première premiers premières, deuxième* second*, troisième*, quatrième*, cinquième*,"
        " sixième*, septième*, huitième*, neuvième*, dixième*, onzième*, douzième*"
    ),
    months=listed(
        ", janvier janv, février févr, mars, avril avr, mai, juin, juillet juil, août, septembre sept,"
        " octobre oct, novembre nov, décembre déc"
    ),
    scales={
        **{"cent": 100, "cents": 100, "mille": 1000, "million": 10**6, "millions": 10**6},
        **{"milliard": 10**9, "milliards": 10**9, "md": 10**9, "mds": 10**9},
    },
    abbreviations=Abbreviations(
        never=word_set(
            "m mm mme mmes mlle mlles dr pr st ste fig tab chap vol p pp cf ex p.ex env tél av apr"
            " c.-à-d vs éd réf"
        ),
        before_numbers=word_set("art max min no n par sect"),
        seldom=word_set("etc al janv févr avr juil sept oct nov déc"),
    ),
    stops={".": ".", "!": "\u00a0!", "?": "\u00a0?", ":": "\u00a0:", ";": "\u00a0;"},
    space_before="!?:;",
    repeatable=word_set("nous vous très si bien"),
    endings=r"(?:e?s|x|e)?",
)

SPANISH = Profile(
    "es",
    ("Latin",),
    decimal=",",
    groups=_SPACES + ".",
    quotes=(("«", "»"), ("“", "”")),
    numbers=listed("cero, un uno una, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce"),
    ordinals=listed(", primer*, segund*, tercer*, cuart*, quint*, sext*, séptim*, octav*, noven*, décim*"),
    months=listed(
        ", enero ene, febrero feb, marzo mar, abril abr, mayo may, junio jun, julio jul, agosto ago,"
        " septiembre setiembre sept, octubre oct, noviembre nov, diciembre dic"
    ),
    scales={"cien": 100, "mil": 1000, "millón": 10**6, "millones": 10**6, "billón": 10**12},
    abbreviations=Abbreviations(
        never=word_set(
            "sr sra srta sres dr dra prof profa d dña st sta fig tab cap vol pág págs p pp núm nº cf p.ej"
            " ej aprox tel avda av ud uds vs ing lic ee"
        ),
        before_numbers=word_set("art max máx min mín no par"),
        seldom=word_set("etc al ee.uu a.c d.c ene feb abr jun jul ago sept oct nov dic"),
    ),
    repeatable=word_set("muy no sí"),
    endings=r"(?:e?s)?",
)

ITALIAN = Profile(
    "it",
    ("Latin",),
    decimal=",",
    groups="." + _SPACES + "’",
    quotes=(("«", "»"), ("“", "”")),
    numbers=listed(
        "zero, un uno una, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici"
    ),
    ordinals=listed(", prim*, second*, terz*, quart*, quint*, sest*, settim*, ottav*, non*, decim*"),
    months=listed(
        ", gennaio gen, febbraio feb, marzo mar, aprile apr, maggio mag, giugno giu, luglio lug, agosto ago,"
        " settembre set, ottobre ott, novembre nov, dicembre dic"
    ),
    scales={
        **{"cento": 100, "mila": 1000, "milione": 10**6, "milioni": 10**6, "mln": 10**6},
        **{"miliardo": 10**9, "miliardi": 10**9, "mld": 10**9},
    },
    abbreviations=Abbreviations(
        never=word_set(
            "sig sigg sig.ra dott dott.ssa dr prof prof.ssa ing avv fig tab cap vol pag pagg p pp cfr cf"
            " es ad.es p.es ca tel vs n nn"
        ),
        before_numbers=word_set("art max min par sez"),
        seldom=word_set("ecc etc a.c d.c gen feb apr mag giu lug ago ott nov dic"),
    ),
    repeatable=word_set("piano man via mano molto così"),
)

PORTUGUESE = Profile(
    "pt",
    ("Latin",),
    decimal=",",
    groups="." + _SPACES,
    quotes=(("“", "”"), ("«", "»")),
    numbers=listed("zero, um uma, dois duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze"),
    ordinals=listed(", primeir*, segund*, terceir*, quart*, quint*, sext*, sétim*, oitav*, non*, décim*"),
    months=listed(
        ", janeiro jan, fevereiro fev, março mar, abril abr, maio mai, junho jun, julho jul, agosto ago,"
        " setembro set, outubro out, novembro nov, dezembro dez"
    ),
    scales={
        **{"cem": 100, "mil": 1000, "milhão": 10**6, "milhões": 10**6},
        **{"bilhão": 10**9, "bilhões": 10**9, "mil milhões": 10**9},
    },
    abbreviations=Abbreviations(
        never=word_set(
            "sr sra srs dr dra prof profa eng fig tab cap vol pág págs p pp núm nº cf p.ex ex aprox tel av"
            " v.exa vs"
        ),
        before_numbers=word_set("art max máx min mín n no par"),
        seldom=word_set("etc al a.c d.c jan fev abr jun jul ago set out nov dez"),
    ),
    repeatable=word_set("muito não sim"),
    endings=r"(?:e?s)?",
)

_NORTH_AMERICAN = [
    replace(SPANISH, code=f"es-{region}", decimal=".", groups="," + _SPACES) for region in ("mx", "us", "419")
]

PROFILES = (
    FRENCH,
    SPANISH,
    *_NORTH_AMERICAN,
    ITALIAN,
    PORTUGUESE,
)
