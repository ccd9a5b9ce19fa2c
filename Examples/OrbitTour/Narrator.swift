import Foundation

/// Writes the story: neat at 80 columns, coloured on a terminal, plain everywhere else.
struct Narrator: Sendable {
    private static let width = 80
    private static let indent = "    "
    /// Whether this is a terminal that shows colours.
    let isStyled: Bool

    init() {
        isStyled = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    }

    /// The heading of a step, with the modules at work at the right.
    func step(_ number: Int, _ title: String, by modules: String) {
        let left = "\(number < 10 ? " " : "")\(number)  \(title)"
        let gap = String(repeating: " ", count: max(1, Self.width - left.displayWidth - modules.displayWidth))
        write("")
        write(styled(left, "1") + gap + styled(modules, "36"))
    }

    /// A sentence or more, wrapped and indented.
    func say(_ text: String) {
        var line = Self.indent
        for word in text.split(separator: " ") {
            if line.displayWidth + 1 + word.displayWidth > Self.width {
                write(line)
                line = Self.indent
            }
            line += line == Self.indent ? String(word) : " \(word)"
        }
        write(line)
    }

    /// What a person typed or saw, as it was.
    func show(_ label: String, _ text: String) {
        let label = label.padded(to: 12)
        write(Self.indent + styled(label, "2") + text.truncated(to: Self.width - 16))
    }

    /// Rows under headings; columns are as wide as told, the last takes the rest.
    func table(_ widths: [Int], _ rows: [[String]]) {
        for (index, row) in rows.enumerated() {
            let cells = zip(row, widths + [0]).map { cell, width in
                width == 0 ? cell : cell.truncated(to: width - 2).padded(to: width)
            }
            let line = (Self.indent + cells.joined()).truncated(to: Self.width)
            write(index == 0 ? styled(line, "2") : line)
        }
    }

    /// A picture in characters, as it is; what is blank at the ends of lines is left out.
    func draw(_ picture: String) {
        for line in picture.split(separator: "\n", omittingEmptySubsequences: false) {
            write(String(line.reversed().drop { $0 == " " }.reversed()))
        }
    }

    func title(_ text: String) {
        write(styled(text, "1;35"))
    }

    func rule() {
        write("")
        write(styled(String(repeating: "─", count: Self.width), "2"))
    }

    private func styled(_ text: String, _ code: String) -> String {
        isStyled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private func write(_ line: String) {
        print(line)
    }
}
