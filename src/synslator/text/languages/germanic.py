"""English, German, Dutch."""

from dataclasses import replace

from synslator.text.languages.model import Abbreviations, Profile, listed, word_set

_TITLES = "dr mr mrs ms prof st gen col sgt capt lt rev hon messrs"
LATIN_TEXT = Abbreviations(
    never=word_set(
        _TITLES + " nos fig figs eq eqs ch vol vols para p pp vs e.g i.e cf approx ca viz resp tel ext ver"
    ),
    before_numbers=word_set("no sec art arts max min"),
    seldom=word_set(
        "etc inc ltd co corp jr sr al a.m p.m u.s u.k ph.d b.c a.d lb lbs oz ft yd in hr hrs mins secs sq cu"
        " gal dept est jan feb mar apr jun jul aug sep sept oct nov dec"
    ),
)
"""The abbreviations of English, which also stand in texts of languages that have another script."""

ENGLISH = Profile(
    "en",
    ("Latin",),
    quotes=(("“", "”"),),
    numbers=listed("zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve"),
    ordinals=listed(
        ", first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth"
    ),
    months=listed(
        ", january jan, february feb, march mar, april apr, may, june jun, july jul, august aug,"
        " september sep sept, october oct, november nov, december dec"
    ),
    scales={"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12},
    abbreviations=LATIN_TEXT,
    repeatable=word_set("had that is bye so very no"),
    endings=r"(?:e?s|'s|’s|e?d|ing)?",
)

GERMAN = Profile(
    "de",
    ("Latin",),
    decimal=",",
    groups=".\u202f\u00a0 ’'",
    quotes=(("„", "“"), ("»", "«")),
    numbers=listed(
        "null, ein eins eine*, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf"
    ),
    ordinals=listed(
        ", erst*, zweit*, dritt*, viert*, fünft*, sechst*, siebt*, acht*, neunt*, zehnt*, elft*, zwölft*"
    ),
    months=listed(
        ", januar jänner jan, februar feb, märz, april apr, mai, juni jun, juli jul, august aug,"
        " september sep sept, oktober okt, november nov, dezember dez"
    ),
    scales={
        **{"hundert": 100, "tausend": 1000, "million": 10**6, "millionen": 10**6, "mio": 10**6},
        **{"milliarde": 10**9, "milliarden": 10**9, "mrd": 10**9, "billion": 10**12, "billionen": 10**12},
    },
    abbreviations=Abbreviations(
        never=word_set(
            "dr prof hr hrn fr frl st dipl ing abb tab nr bd kap abs anm ca bzw vgl evtl ggf inkl exkl zzgl"
            " z.b d.h u.a o.ä i.d.r s.o s.u sog tel str vs vol fig p pp"
        ),
        before_numbers=word_set("art max min s abschn ziff"),
        seldom=word_set("usw etc u.s.w mio mrd std jh jan feb apr aug sep sept okt nov dez"),
    ),
    ordinal_dot=True,
    repeatable=word_set("die der das den sie so sehr"),
    endings=r"(?:e[nmrs]?|n|s)?",
)

DUTCH = Profile(
    "nl",
    ("Latin",),
    decimal=",",
    groups=".\u202f\u00a0 ",
    quotes=(("“", "”"), ("„", "”")),
    numbers=listed("nul, een één, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf"),
    ordinals=listed(
        ", eerste, tweede, derde, vierde, vijfde, zesde, zevende, achtste, negende, tiende, elfde, twaalfde"
    ),
    months=listed(
        ", januari jan, februari feb, maart mrt, april apr, mei, juni jun, juli jul, augustus aug,"
        " september sep sept, oktober okt, november nov, december dec"
    ),
    scales={
        **{"honderd": 100, "duizend": 1000, "miljoen": 10**6, "mln": 10**6},
        **{"miljard": 10**9, "mld": 10**9, "biljoen": 10**12},
    },
    abbreviations=Abbreviations(
        never=word_set(
            "dhr mevr mw dr prof ir ing drs mr st nr nrs blz pag p pp afb fig tab vol bijv bv ca tel vgl"
            " m.b.t o.a d.w.z i.v.m m.a.w z.g t/m evt incl excl"
        ),
        before_numbers=word_set("art max min par"),
        seldom=word_set("enz etc mln mld jan feb mrt apr jun jul aug sep sept okt nov dec"),
    ),
    repeatable=word_set("die dat er zeer heel"),
    endings=r"(?:e[ns]?|s|'s|’s|n)?",
)

PROFILES = (
    ENGLISH,
    GERMAN,
    replace(GERMAN, code="de-ch", decimal=".", groups="’'\u202f\u00a0", quotes=(("«", "»"), ("„", "“"))),
    DUTCH,
)
