import Drawing
import OrbitModels
import Testing

@testable import SolarSystem

@Suite struct SolarSystemTerminalTests {
    private static let styles: [TerminalStyle] = [.plain, .indexed, .trueColour]

    @Test(arguments: styles, [0, 1, 24, 60, 200])
    func `the text has the requested number of lines, within the requested width`(style: TerminalStyle, count: Int) {
        for (columns, rows) in [(78, 30), (40, 12), (132, 50), (20, 10)] {
            let terminal = SolarSystemTerminal(style: style, columns: columns, rows: rows)
            let lines = lines(of: terminal.text(for: SolarSystem(ranked: candidates(count), on: .terminal())))
            #expect(lines.count == rows + 1 + count)
            #expect(lines.allSatisfy { width(of: $0) <= columns })
            if style != .plain { #expect(lines.prefix(rows).allSatisfy { width(of: $0) == columns }) }
        }
    }

    @Test(arguments: [1, 24, 60, 300, 500])
    func `every initial is in the picture`(count: Int) {
        let people = (0..<count).map { SolarSystem.Candidate(id: UserID(String($0)), name: "Q\($0)") }
        let terminal = SolarSystemTerminal(listsPeople: false)
        let picture = terminal.text(for: SolarSystem(ranked: people, on: .terminal()))
        #expect(picture.count { $0 == "Q" } >= count)
    }

    @Test(arguments: [24.0, 40, 90], [true, false])
    func `a disc of half blocks is round`(radius: Double, shaded: Bool) {
        let disc = TerminalDisc(labelWidth: 0, radius: radius, colour: .orange, shaded: shaded)
        var painted: [[Int]] = []
        for cell in disc.cells {
            #expect(cell.foreground != nil && ["▀", "▄"].contains(cell.text))
            if cell.text == "▀" { painted.append([2 * cell.row - 1, cell.column]) }
            if cell.text == "▄" || cell.background != nil { painted.append([2 * cell.row, cell.column]) }
        }
        let reach = Int(radius / 8) + 2
        let inside = (-reach...reach).flatMap { row in (-reach...reach).map { [row, $0] } }.filter { pixel in
            let (x, y) = (Double(pixel[1]) * 8 + 4, Double(pixel[0]) * 8 + 4)
            return x * x + y * y <= radius * radius
        }
        #expect(Set(painted) == Set(inside) && painted.count == inside.count)
    }

    @Test func `a disc has one colour, or is shaded from light to dark`() {
        func colours(shaded: Bool) -> Set<RGB> {
            let disc = TerminalDisc(labelWidth: 0, radius: 90, colour: .orange, shaded: shaded)
            return Set(disc.cells.flatMap { [$0.foreground, $0.background].compactMap(\.self) })
        }
        #expect(colours(shaded: false) == [Planet.Colour.orange.base])
        let greens = colours(shaded: true).map(\.green)
        #expect(greens.contains { $0 > 190 } && greens.contains { $0 < 130 }, "from 201 to 122")
    }

    @Test(arguments: [
        (22, "1st of 1, ring 1"), (23, "1st of 1, ring 1  (A) ."), (30, "1st of 1, ring 1  (A) AAAAA..."),
    ])
    func `a long name fills the line, and no room for a name leaves it out`(columns: Int, line: String) {
        let people = [SolarSystem.Candidate(id: "1", name: String(repeating: "A", count: 40))]
        let text = SolarSystemTerminal(columns: columns, rows: 10).text(for: SolarSystem(ranked: people))
        #expect(lines(of: text).last.map { String($0) } == line)
    }

    @Test func `a small system has the expected text`() {
        let people = ["Ana", "李", "محمد"].enumerated().map {
            SolarSystem.Candidate(id: UserID("\($0.offset)"), name: $0.element)
        }
        let text = SolarSystemTerminal(columns: 40, rows: 14).text(
            for: SolarSystem(ranked: people, on: .terminal(columns: 40, rows: 14)))
        #expect(
            text == """
                  .     +  . . . +     . . . '  *   .
                 .     '  .                 .  ' *   .
                .      . .      '  + .-.  * * . .     .
                  *   .        . .  ( A ) *     .      .
                 +    .      . .     '-' . '     .
                 *  .-.     .  ' *   Ana  .    * .
                   ( م\u{200E} )    .     .---.  ' .      .
                 *  '-'    .--.  ( YOU ) + .      . *
                   محمد\u{200E}   ( 李 )  '---'  ' .   +  .   '
                  '   .    '--'           .      .   *
                '      . *  李  . . . . .  +     .     .
                .  '   . .       *            . . +    .
                 .   '     .             *   .  '  *  .
                   .      + . . . ' +   . . .        .

                1st of 3, ring 1  (A) Ana
                2nd of 3, ring 1  (李) 李
                3rd of 3, ring 2  (م\u{200E}) محمد\u{200E}

                """)
    }

    @Test func `plain text has no escape sequences and is ASCII except for names`() {
        let people = (0..<50).map { SolarSystem.Candidate(id: UserID(String($0)), name: "\u{1B}[2J\u{9B}31mSam") }
        let text = SolarSystemTerminal().text(for: SolarSystem(ranked: people, on: .terminal()))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
    }

    @Test func `a hostile name adds no escape sequence in any style`() {
        let tame = SolarSystem(ranked: [.init(id: "1", name: "[2J")], on: .terminal())
        let wild = SolarSystem(ranked: [.init(id: "1", name: "\u{1B}[2J\u{7}")], on: .terminal())
        for style in Self.styles {
            #expect(
                SolarSystemTerminal(style: style).text(for: wild) == SolarSystemTerminal(style: style).text(for: tame))
        }
    }

    @Test func `every coloured line ends with a reset`() {
        let text = SolarSystemTerminal(style: .trueColour, listsPeople: false).text(
            for: SolarSystem(ranked: candidates(24), on: .terminal()))
        #expect(lines(of: text).allSatisfy { $0.hasSuffix("\u{1B}[0m") })
    }

    @Test func `a system laid out for a phone is scaled to the terminal`() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWX"
        let people = letters.map { SolarSystem.Candidate(id: UserID(String($0)), name: String($0)) }
        let text = SolarSystemTerminal(columns: 60, rows: 40, listsPeople: false).text(
            for: SolarSystem(ranked: people, on: .phone))
        #expect(lines(of: text).count == 40)
        #expect(text.contains("YOU") && letters.allSatisfy { text.contains($0) })
    }

    private func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// Returns the width of a line in cells, without escape sequences.
    private func width(of line: Substring) -> Int {
        let visible = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        return visible.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            case 0x200E, 0x300...0x36F: sum
            case 0x4E00...0x9FFF, 0x1F900...0x1F9FF: sum + 2
            default: sum + 1
            }
        }
    }
}
