"""Small files of every text format, written for the tests, each with things that must not be offered."""

PLAIN = "欢迎使用本手册。请先阅读第一章。\r\n\r\n  Press the green button.\n12345\nhttps://example.org/a\n尾行没有换行"

MARKDOWN = """\
---
title: not offered
---
# Getting *started* #

First paragraph with **bold**, `code()` and a [link](https://example.org "t").
It goes on here\\
and here &amp; there.

> A quotation that
> runs over two lines.

- item one
- [ ] task two
  with more

1. 第一步：打开 `config.toml`。

| Name | Value |
|------|-------|
| left \\| right | **x** and $a_b$ |

```python
print("not offered")
```

    indented code

<div align="center">An <b>HTML</b> block.</div>

![A picture](a.png) and ![](b.png)

Setext title
------------

https://example.org

[ref]: https://example.org "not offered"
"""

HTML = """\
<!DOCTYPE html>
<html lang="zh"><head><meta charset="utf-8"><title>页面标题 &amp; more</title>
<meta name="description" content="What it is">
<style>p { color: red }</style><script>var text = "no <b>text</b>";</script></head>
<body>
  <h1 class=big>Big   <em>title</em></h1>
  <p>One <a href="x?a=1&amp;b=2" title="Tip here">link</a>, one image <img src="i.png" alt="An image">,
     <code>x &lt; y</code> and a break<br/>after it.
  <p>No end tag, 1 &lt; 2&nbsp;units
  <pre>kept as   it is</pre>
  <ul><li>甲<li>乙 <b>丙</b></ul>
  <div translate="no">Brand name</div>
  <p>https://example.org</p><!-- a comment -->
  <input type="submit" value="Send">
</body></html>
"""

SRT = """\
1
00:00:01,000 --> 00:00:02,500
<i>Where are you?</i>

2
00:00:03,000 --> 00:00:04,000
{\\an8}I am here,
in the kitchen.

3
00:00:05,000 --> 00:00:06,000
♪

"""

VTT = """\
WEBVTT - a title

STYLE
::cue { color: lime }

NOTE This is not offered

intro
00:01.000 --> 00:04.000 align:start
<v Ann>Hello &amp; welcome</v>

00:05.000 --> 00:06.000
Second <c.loud>line</c>
goes on
"""

ASS = """\
[Script Info]
Title: kept
[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,not offered
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}First{\\i0} line,\\Nwith commas, yes
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}
"""

PO = """\
# Header comment
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. A hint
#: file.c:3
#, c-format
msgctxt "menu"
msgid "Open %s"
msgstr ""

#, fuzzy, c-format
msgid ""
"Two lines\\n"
"of <b>text</b>\\n"
msgstr ""
"Alt eins\\n"
"und <b>zwei</b>\\n"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] ""

#~ msgid "gone"
#~ msgstr "weg"
"""

XLIFF12 = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file original="a" source-language="en" datatype="plaintext">
  <header><note>not offered</note></header>
  <body>
   <trans-unit id="1" resname="greeting"><source>Hello <g id="1">big</g> world. It is <x id="2"/> late.</source>
    <note>Said at night</note></trans-unit>
   <trans-unit id="2"><source>Good <ph id="1">%s</ph> night</source><target state="new">Gute <ph id="1">%s</ph></target></trans-unit>
   <trans-unit id="3" translate="no"><source>Brand</source></trans-unit>
   <trans-unit id="4"><source>One. Two.</source>
    <seg-source><mrk mtype="seg" mid="0">One.</mrk> <mrk mtype="seg" mid="1">Two.</mrk></seg-source>
    <target><mrk mtype="seg" mid="0">Eins.</mrk> <mrk mtype="seg" mid="1"></mrk></target>
    <alt-trans><source>Other</source><target>Andere</target></alt-trans></trans-unit>
   <trans-unit id="5"><source><bpt id="1">&lt;b&gt;</bpt>All of it<ept id="1">&lt;/b&gt;</ept></source><target/></trans-unit>
  </body>
 </file>
</xliff>
"""

XLIFF21 = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="zh">
 <file id="f1">
  <unit id="u1">
   <notes><note>kept</note></notes>
   <originalData><data id="d1">&lt;br/&gt;</data></originalData>
   <segment id="s1" state="initial"><source>Press <pc id="1">Start</pc> now<ph id="2" dataRef="d1"/>please.</source></segment>
   <ignorable><source> </source></ignorable>
   <segment id="s2" state="final"><source>Second one.</source><target>第二句。</target></segment>
  </unit>
  <unit id="u2" translate="no"><segment><source>Brand</source></segment></unit>
 </file>
</xliff>
"""

JSON = """\
{
  "title": "Hello \\"you\\"",
  "count": 3,
  "nested": {"items": ["One {name}", "https://example.org", "\\u4f60\\u597d caf\\u00e9"], "on": true},
  "plural": "{n, plural, one {# file} other {# files in <b>all</b>}}",
  "@title": {"description": "not offered"}
}
"""

YAML = """\
# a comment
en:
  title: Hello there
  single: 'It''s fine'
  double: "Line\\nbreak %{count}"
  flag: yes
  number: 12
  anchor: &a Shared text
  again: *a
  block: |
    First line
    second line

  folded: >-
    Some folded
    text here
  list: [one item, "two: items", {deep: value here}]
"""

PROPERTIES = """\
# A comment on the key
greeting = Hello {0}
multi: First part \\
    second part
! other comment
escaped=caf\\u00e9 \\\\ tab\\there
empty=
path = /usr/share
"""

ANDROID = """\
<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <!-- Shown first -->
    <string name="hello">It\\'s <b>new</b>, %1$s!\\nSecond line</string>
    <string name="key" translatable="false">internal</string>
    <string name="ref">@string/hello</string>
    <string name="quoted">"  spaced  out "</string>
    <string name="kept">Hi <xliff:g id="who" example="Ann">%s</xliff:g> there</string>
    <string name="cdata"><![CDATA[Click <a href="x">here</a> now]]></string>
    <string-array name="days"><item>Monday</item><item>Tuesday &amp; more</item></string-array>
    <plurals name="files"><item quantity="one">One file</item><item quantity="other">%d files</item></plurals>
</resources>
"""

CSV = 'id,text,"long text"\n1,你好,"He said ""yes"", then left"\n2,Plain cell,\n3,https://example.org,"two\nlines"\n'

TSV = "key\ttext\nA-1\tFirst text here\nA-2\tSecond, with comma\n"
