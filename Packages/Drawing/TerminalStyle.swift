/// How a terminal shows colours.
public enum TerminalStyle: Hashable, Sendable {
    /// No escape sequences: for files and pipes.
    case plain
    /// The 256 colours of xterm.
    case indexed
    /// 24-bit colours.
    case trueColour
}

extension TerminalStyle {
    /// The escape sequence that sets both colours, `nil` for the terminal's own (ECMA-48 SGR 38, 39, 48 and 49); empty
    /// for the plain style.
    public func code(foreground: RGB?, background: RGB?) -> String {
        if self == .plain { return "" }
        let front = foreground.map { "38;" + parameters($0) } ?? "39"
        let back = background.map { "48;" + parameters($0) } ?? "49"
        return "\u{1B}[\(front);\(back)m"
    }

    /// The escape sequence that ends all colours; empty for the plain style.
    public var reset: String { self == .plain ? "" : "\u{1B}[0m" }

    private func parameters(_ colour: RGB) -> String {
        self == .trueColour ? "2;\(colour.red);\(colour.green);\(colour.blue)" : "5;\(colour.indexed)"
    }
}
