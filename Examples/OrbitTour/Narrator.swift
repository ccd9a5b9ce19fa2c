import Foundation

/// Prints the story: wrapped at 80 columns, and coloured only on a terminal.
struct Narrator: Sendable {
    private static let width = 80
    private static let indent = "    "
    /// Whether the output is a terminal that shows colours.
    let isStyled: Bool

    init() {
        isStyled = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    }

    /// Prints the heading of a step, with the modules that it uses at the right.
    func step(_ number: Int, _ title: String, by modules: String) {
        let left = "\(number < 10 ? " " : "")\(number)  \(title)"
        let gap = String(repeating: " ", count: max(1, Self.width - left.displayWidth - modules.displayWidth))
        write("")
        write(styled(left, "1") + gap + styled(modules, "36"))
    }

    /// Prints one or more sentences, wrapped and indented.
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

    /// Prints a label, and a text that a person typed or saw. A text of more than 64 columns is truncated.
    func show(_ label: String, _ text: String) {
        let label = label.padded(to: 12)
        write(Self.indent + styled(label, "2") + text.truncated(to: Self.width - 16))
    }

    /// Prints rows under headings. Columns have the given widths, and the last column takes the remaining width.
    func table(_ widths: [Int], _ rows: [[String]]) {
        for (index, row) in rows.enumerated() {
            let cells = zip(row, widths + [0]).map { cell, width in
                width == 0 ? cell : cell.truncated(to: width - 2).padded(to: width)
            }
            let line = (Self.indent + cells.joined()).truncated(to: Self.width)
            write(index == 0 ? styled(line, "2") : line)
        }
    }

    /// Prints a picture made of characters, without the blanks at the ends of lines.
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
