"""Card backs as SVG markup, built from plain geometry on the 250 x 350 card grid.

Every ornament looks the same after half a turn, so a card shows the same back whichever way it lies. Only filled and
stroked paths are used, since the renderer knows no patterns, gradients or clip paths; what must end at a border
is made to fit it by choosing the size of the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

WIDTH, HEIGHT = 250, 350
INK, RED, BLUE, GOLD, CREAM = "#22263a", "#c9303e", "#2f5d8c", "#e2a93b", "#fffdf7"
NIGHT, WINE, LIGHT_GOLD = "#1f3f63", "#98222f", "#f3cf7a"

Point = tuple[float, float]


def _path(data: str, fill: str = "none", stroke: str = "", width: float = 1.0) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{data}" fill="{fill}"{line}/>'


def _box(inset: float, radius: float, fill: str = "none", stroke: str = "", width: float = 1.0) -> str:
    """A rounded rectangle at the same distance from all four edges of the card."""
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    size = f'width="{WIDTH - 2 * inset:g}" height="{HEIGHT - 2 * inset:g}" rx="{radius:g}"'
    return f'<rect x="{inset:g}" y="{inset:g}" {size} fill="{fill}"{line}/>'


def _disc(x: float, y: float, r: float, fill: str = "none", stroke: str = "", width: float = 1.0) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{line}/>'


def _line(points: Sequence[Point], closed: bool = True) -> str:
    return "M" + " L".join(f"{x:.2f},{y:.2f}" for x, y in points) + (" Z" if closed else "")


def _star(x: float, y: float, radius: float, tips: int = 8, hollow: float = 0.7654, turn: float = 0.0) -> str:
    """Path of a star; with eight tips and the usual hollow it is two squares laid across each other."""
    corners = []
    for i in range(tips * 2):
        r = radius if i % 2 == 0 else radius * hollow
        corners.append((x + r * sin(turn + pi * i / tips), y - r * cos(turn + pi * i / tips)))
    return _line(corners)


def _diamond(x: float, y: float, w: float, h: float) -> str:
    return _line([(x, y - h), (x + w, y), (x, y + h), (x - w, y)])


# ---- girih -----------------------------------------------------------------------------------------------------------


def girih() -> str:
    """Eight-pointed stars tip to tip, with the crosses that they leave between them."""
    cell = 50
    left, top = (WIDTH - 4 * cell) / 2, (HEIGHT - 6 * cell) / 2
    parts = [_box(12, 9, INK), _box(15.5, 7, GOLD), _box(17, 6, WINE), _box(23.5, 2, GOLD), _box(25, 0, BLUE)]
    # The band around the field: one diamond for every quarter of a cell, corners included.
    beads = []
    for i in range(17):
        beads += [(left + i * cell / 4, 20.3), (left + i * cell / 4, HEIGHT - 20.3)]
    for i in range(25):
        beads += [(20.3, top + i * cell / 4), (WIDTH - 20.3, top + i * cell / 4)]
    parts += [_path(" ".join(_diamond(x, y, 2.0, 2.0) for x, y in beads), LIGHT_GOLD)]
    middles = [(left + (c + 0.5) * cell, top + (r + 0.5) * cell) for r in range(6) for c in range(4)]
    crossings = [(left + c * cell, top + r * cell) for r in range(1, 6) for c in range(1, 4)]
    layers: list[tuple[list[Point], Callable[[float, float], str], str, str, float]] = [
        (middles, lambda x, y: _star(x, y, 25), NIGHT, CREAM, 2.2),
        (middles, lambda x, y: _star(x, y, 17.5), RED, GOLD, 1.6),
        (middles, lambda x, y: _star(x, y, 12.4, hollow=0.5), CREAM, "", 0),
        (middles, lambda x, y: _star(x, y, 6.4, turn=pi / 8), NIGHT, "", 0),
        (middles, lambda x, y: _star(x, y, 2.8), GOLD, "", 0),
        (crossings, lambda x, y: _star(x, y, 17, tips=4, hollow=0.36), "none", LIGHT_GOLD, 1.4),
        (crossings, lambda x, y: _star(x, y, 8, tips=4, hollow=0.5), GOLD, "", 0),
    ]
    for places, shape, fill, stroke, width in layers:
        parts.append(_path(" ".join(shape(x, y) for x, y in places), fill, stroke, width))
    parts.append(_box(25, 0, stroke=CREAM, width=1.6))
    return "".join(parts)


# ---- cross-stitch ------------------------------------------------------------------------------------------------


def _stitches() -> dict[str, set[tuple[int, int]]]:
    """Which cells of the canvas are worked in which thread, counted from the middle; mirrored in both axes."""
    half_w, half_h = 20, 29
    threads: dict[str, set[tuple[int, int]]] = {"cream": set(), "gold": set(), "ink": set()}
    for a in range(half_w + 1):
        for b in range(half_h + 1):
            ring = min(half_w - a, half_h - b)
            thread = _border(a, b, half_w, half_h, ring) if ring <= 10 else _field(a, b)
            if thread:
                threads[thread] |= {(a, b), (-a, b), (a, -b), (-a, -b)}
    return threads


def _border(a: int, b: int, half_w: int, half_h: int, ring: int) -> str | None:
    """Plain rows around a chain of diamonds; its period of six cells meets itself in the corners."""
    if ring in (0, 10):
        return "cream"
    if ring in (1, 9):
        return None
    across, along = (half_w - a - 5, half_h - b - 5) if half_w - a < half_h - b else (half_h - b - 5, half_w - a - 5)
    step = abs((along + 3) % 6 - 3) + abs(across)
    return {0: "ink", 1: "gold", 3: "cream", 6: "cream"}.get(step)


def _field(a: int, b: int) -> str | None:
    """The rosette in the middle, a smaller flower above and below, sprigs in the corners."""
    long, short = max(a, b), min(a, b)
    if long <= 8:
        # Eight leaves: parallelograms between the axes and the diagonals.
        if 1 <= short <= 4 and short < long <= short + 4:
            return "gold" if short in (2, 3) and short + 2 <= long <= short + 3 else "cream"
        return "gold" if long == 0 else "ink" if short == 0 and long in (6, 8) else None
    x, y = a, abs(b - 13)
    if x + y <= 4:
        return {4: "cream", 2: "gold", 0: "ink"}.get(x + y)
    x, y = abs(a - 7), abs(b - 16)
    return ("gold" if x + y == 0 else "cream") if x + y <= 1 else None


def stitch() -> str:
    """Counted cross-stitch as on a Romanian blouse: bordered, with an eight-leaved rosette."""
    cell = 5.35
    parts = [_box(12, 9, WINE), _box(13.5, 7.5, stroke=GOLD, width=1)]
    colours = {"cream": CREAM, "gold": "#f0bd4f", "ink": INK}
    for thread, cells in _stitches().items():
        arm = cell * 0.36
        crosses = []
        for column, row in sorted(cells):
            x, y = WIDTH / 2 + column * cell, HEIGHT / 2 + row * cell
            crosses.append(_line([(x - arm, y - arm), (x + arm, y + arm)], False))
            crosses.append(_line([(x + arm, y - arm), (x - arm, y + arm)], False))
        parts.append(_path(" ".join(crosses), "none", colours[thread], 1.9))
    return "".join(parts)


# ---- guilloche ---------------------------------------------------------------------------------------------------


def _ring(radius: float, swing: float, waves: int, phase: float) -> str:
    """A circle whose radius swings to and fro."""
    steps = waves * 14
    points = []
    for i in range(steps):
        t = 2 * pi * i / steps
        r = radius + swing * cos(waves * t + phase)
        points.append((WIDTH / 2 + r * sin(t), HEIGHT / 2 - r * cos(t)))
    return _line(points)


def _band(inset: float, corner: float, swing: float, waves: int, phase: float) -> str:
    """A wave that runs along a rounded rectangle, swinging to both sides of it, and closes on itself."""
    w, h = WIDTH - 2 * (inset + corner), HEIGHT - 2 * (inset + corner)
    arc = corner * pi / 2
    whole = 2 * (w + h) + 4 * arc
    steps = waves * 12
    points = []
    for i in range(steps):
        s = (whole * i / steps) % (whole / 2)
        # Along the top, round the corner, down the side, round the next corner; the other half is its half turn.
        if s < w:
            x, y, angle = inset + corner + s, inset, 0.0
        elif s < w + arc:
            angle = (s - w) / corner
            x, y = WIDTH - inset - corner + corner * sin(angle), inset + corner - corner * cos(angle)
        elif s < w + arc + h:
            x, y, angle = WIDTH - inset, inset + corner + s - w - arc, pi / 2
        else:
            angle = pi / 2 + (s - w - arc - h) / corner
            x = WIDTH - inset - corner + corner * sin(angle)
            y = HEIGHT - inset - corner - corner * cos(angle)
        out = swing * sin(2 * pi * waves * i / steps + phase)
        x, y = x + out * sin(angle), y - out * cos(angle)
        points.append((x, y) if i < steps / 2 else (WIDTH - x, HEIGHT - y))
    return _line(points)


def guilloche() -> str:
    """Fine interlaced waves as on an old bond: a rosette on a net of lines and a braided border."""
    parts = [_box(12, 9, BLUE), _box(14.5, 7, stroke=CREAM, width=1.2)]
    for i in range(5):
        wave = _band(25, 13, 5.6, 44, 2 * pi * i / 5)
        parts.append(_path(wave, "none", LIGHT_GOLD if i % 2 else CREAM, 0.75))
    parts.append(_box(35, 5, NIGHT, CREAM, 1.2))
    net = []
    for i in range(-17, 18):
        # Two crossing families of waves; each line has its partner after half a turn.
        for side in (-1, 1):
            y0 = HEIGHT / 2 + i * 7.6
            net.append(_line([(x, y0 + side * 3.8 * sin(2 * pi * (x - 125) / 43)) for x in range(39, 212, 4)], False))
    parts.append(_path(" ".join(net), "none", "#457aab", 0.8))
    parts.append(_disc(WIDTH / 2, HEIGHT / 2, 80, NIGHT))
    for radius, swing, waves, count, colour in (
        (62, 15, 12, 5, CREAM),
        (40, 14, 8, 5, LIGHT_GOLD),
        (19, 10, 6, 4, CREAM),
    ):
        rings = [_ring(radius, swing, waves, 2 * pi * i / count) for i in range(count)]
        parts.append(_path(" ".join(rings), "none", colour, 0.8))
    parts += [_disc(WIDTH / 2, HEIGHT / 2, 80, stroke=CREAM, width=1.4), _path(_star(125, 175, 7), GOLD)]
    return "".join(parts)


# ---- plain -------------------------------------------------------------------------------------------------------


def plain() -> str:
    """A calm field; the W in its middle is crossed by its own half turn, so it stands both ways."""
    parts = [_box(12, 9, INK), _box(18, 6, stroke=GOLD, width=1.6), _box(21.5, 4.5, stroke=GOLD, width=0.7)]
    letter = [(90, 148), (107.5, 202), (125, 157), (142.5, 202), (160, 148)]
    turned = [(WIDTH - x, HEIGHT - y) for x, y in letter]
    parts += [_disc(125, 175, 60, stroke=GOLD, width=1.8), _disc(125, 175, 55.5, stroke=GOLD, width=0.8)]
    parts.append(_path(f"{_line(letter, False)} {_line(turned, False)}", "none", GOLD, 4.2))
    parts.append(_path(" ".join(_star(125, y, 5) for y in (133, 217)), GOLD))
    corners = [(36, 36), (WIDTH - 36, 36), (36, HEIGHT - 36), (WIDTH - 36, HEIGHT - 36)]
    parts.append(_path(" ".join(_star(x, y, 7) for x, y in corners), "none", GOLD, 1.1))
    parts.append(_path(" ".join(_star(x, y, 3) for x, y in corners), GOLD))
    return "".join(parts)


def body(name: str) -> str:
    """Markup of the named back on its paper: girih, stitch, guilloche or plain."""
    ornament = {"girih": girih, "stitch": stitch, "guilloche": guilloche, "plain": plain}[name]()
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{CREAM}"/>{ornament}'
