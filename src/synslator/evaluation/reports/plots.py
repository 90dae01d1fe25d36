"""Small plots as SVG, drawn without a library: lines and bars, readable in light and dark."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain

WIDTH, HEIGHT = 560, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 34, 44
COLOURS = ("#2563eb", "#d97706", "#059669", "#9333ea", "#dc2626", "#475569")
TICKS = 5


@dataclass(frozen=True)
class Series:
    """Points of one kind, from left to right."""

    name: str
    points: Sequence[tuple[float, float]]
    dashed: bool = False


@dataclass(frozen=True)
class Axes:
    """What a plot is about, and the ranges it shows; a range that is not given fits the points."""

    title: str
    x: str
    y: str
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None


def line_plot(axes: Axes, series: Sequence[Series]) -> str:
    """Lines with a dot at each point."""
    points = list(chain.from_iterable(one.points for one in series))
    frame = Frame(axes.x_range or span([x for x, _ in points]), axes.y_range or span([y for _, y in points]))
    parts = [frame.draw(axes)]
    for colour, one in zip(colours(len(series)), series, strict=True):
        places = [(frame.x(x), frame.y(y)) for x, y in one.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = ' stroke-dasharray="5 4"' if one.dashed else ""
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        if not one.dashed:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
    return svg(axes.title, [*parts, legend([one.name for one in series])])


def bar_plot(axes: Axes, groups: Sequence[str], bars: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Groups of bars: for each name one value in each group."""
    values = [value for _, row in bars for value in row]
    frame = Frame((0, max(1, len(groups))), axes.y_range or (0, span([0.0, *values])[1]))
    parts = [frame.draw(axes, [(n + 0.5, name) for n, name in enumerate(groups)])]
    thick = 0.8 / max(1, len(bars))
    for number, (colour, (_, row)) in enumerate(zip(colours(len(bars)), bars, strict=True)):
        for group, value in enumerate(row):
            left, right = (frame.x(group + 0.1 + (number + n) * thick) for n in (0, 0.92))
            top, bottom = frame.y(value), frame.y(0)
            parts.append(
                f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
                f' fill="{colour}"><title>{value:g}</title></rect>'
            )
    return svg(axes.title, [*parts, legend([name for name, _ in bars])])


@dataclass(frozen=True)
class Frame:
    """Where values lie in the picture."""

    across: tuple[float, float]
    up: tuple[float, float]

    def x(self, value: float) -> float:
        """From the left."""
        low, high = self.across
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """From the top."""
        low, high = self.up
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def draw(self, axes: Axes, names: Sequence[tuple[float, str]] | None = None) -> str:
        """Return the grid with its numbers, or with names below it, and what the axes are."""
        parts = []
        for value in ticks(self.up):
            y = self.y(value)
            ends = f'x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
            parts.append(f'<line {ends} stroke="#94a3b8" stroke-width="0.5"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        for value, name in names or [(value, f"{value:g}") for value in ticks(self.across)]:
            place = f'x="{self.x(value):.1f}" y="{HEIGHT - BOTTOM + 16}"'
            parts.append(f'<text {place} text-anchor="middle">{escape(name)}</text>')
        middle = (TOP + HEIGHT - BOTTOM) / 2
        parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(axes.x)}</text>')
        turned = f'transform="rotate(-90 14 {middle})" x="14" y="{middle}"'
        return "".join([*parts, f'<text {turned} text-anchor="middle">{escape(axes.y)}</text>'])


def legend(names: Sequence[str]) -> str:
    """Return the names in their colours, below the title."""
    marked = [
        f'<tspan fill="{colour}">■ </tspan><tspan>{escape(name)}   </tspan>'
        for colour, name in zip(colours(len(names)), names, strict=True)
    ]
    return f'<text x="{LEFT}" y="{TOP - 6}" xml:space="preserve">{"".join(marked)}</text>'


def svg(title: str, parts: Sequence[str]) -> str:
    """Return a whole picture."""
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    label = f'role="img" aria-label="{escape(title)}"'
    style = 'font-family="system-ui, sans-serif" font-size="12" fill="currentColor"'
    heading = f'<text font-weight="600" x="{LEFT}" y="14">{escape(title)}</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {label} {style}>{heading}{"".join(parts)}</svg>'


def span(values: Sequence[float]) -> tuple[float, float]:
    """Return a range that holds the values, and is never empty."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low) * 0.05
    return (low - room, high + room) if high > low else (low - 0.5, high + 0.5)


def ticks(bounds: tuple[float, float]) -> list[float]:
    """Round numbers within a range, about five."""
    low, high = bounds
    rough = (high - low) / TICKS
    power = 1e-9
    while power * 10 <= rough:
        power *= 10
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = -(-low // step)
    return [round((first + n) * step, 9) for n in range(int((high - first * step) / step + 1e-9) + 1)]


def colours(count: int) -> list[str]:
    """Return a colour for each of some things."""
    return [COLOURS[n % len(COLOURS)] for n in range(count)]
