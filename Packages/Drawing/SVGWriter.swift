/// Writes SVG elements and escapes their contents.
///
/// ```swift
/// var svg = SVGWriter()
/// svg.document(width: 390, height: 200, title: "A disc") { svg in
///     svg.circle(x: 195, y: 100, radius: 40, [("fill", "#ff9f2e")])
/// }
/// print(svg.text)
/// ```
public struct SVGWriter: Sendable {
    /// The attributes of an element, in the order written.
    public typealias Attributes = [(name: String, value: String)]

    /// The text written so far.
    public private(set) var text = ""

    /// Creates a writer whose text is empty.
    public init() {}

    /// Writes a self-contained SVG 1.1 document with an accessible title. Lengths are in points.
    public mutating func document(
        width: Double, height: Double, title: String, _ attributes: Attributes = [],
        _ contents: (inout SVGWriter) -> Void
    ) {
        open(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("version", "1.1"),
                ("viewBox", "0 0 \(Self.number(width)) \(Self.number(height))"),
                ("width", Self.number(width)), ("height", Self.number(height)),
                ("role", "group"), ("aria-label", title), ("font-family", "sans-serif"),
            ] + attributes)
        element("title", text: title)
        contents(&self)
        close("svg")
    }

    /// Writes a start tag.
    public mutating func open(_ element: String, _ attributes: Attributes = []) {
        text += "<\(element)"
        write(attributes)
        text += ">\n"
    }

    /// Writes an end tag.
    public mutating func close(_ element: String) {
        text += "</\(element)>\n"
    }

    /// Writes an element, empty or with text.
    public mutating func element(_ name: String, _ attributes: Attributes = [], text content: String? = nil) {
        text += "<\(name)"
        write(attributes)
        if let content {
            text += ">"
            escape(content)
            text += "</\(name)>\n"
        } else {
            text += "/>\n"
        }
    }

    /// Writes a circle.
    public mutating func circle(x: Double, y: Double, radius: Double, _ attributes: Attributes) {
        let place = [("cx", Self.number(x)), ("cy", Self.number(y)), ("r", Self.number(radius, .down))]
        element("circle", place + attributes)
    }

    /// Writes a gradient: `linearGradient` or `radialGradient`.
    public mutating func gradient(
        _ kind: String, id: String, _ attributes: Attributes, stops: [(offset: Double, colour: String, opacity: Double)]
    ) {
        open(kind, [("id", id)] + attributes)
        for stop in stops {
            let opacity = stop.opacity < 1 ? [("stop-opacity", Self.number(stop.opacity))] : []
            element("stop", [("offset", Self.number(stop.offset)), ("stop-color", stop.colour)] + opacity)
        }
        close(kind)
    }

    /// Writes a line of text in a box, vertically centred. An inner `svg` clips text beyond the box.
    public mutating func clippedText(
        _ line: String, x: Double, y: Double, width: Double, height: Double, alignment: LineAlignment = .centre,
        fontSize: Double, _ attributes: Attributes = []
    ) {
        open(
            "svg",
            [
                ("x", Self.number(x)), ("y", Self.number(y)), ("width", Self.number(width)),
                ("height", Self.number(height)), ("aria-hidden", "true"),
            ])
        let place: Attributes =
            switch alignment {
            case .left: [("x", "0"), ("text-anchor", "start")]
            case .centre: [("x", "50%"), ("text-anchor", "middle")]
            case .right: [("x", "100%"), ("text-anchor", "end")]
            }
        let middle = [("y", "50%"), ("dy", "0.35em"), ("font-size", Self.number(fontSize))]
        element("text", place + middle + attributes, text: line)
        close("svg")
    }

    /// Returns a number with at most two decimals, clamped to -10⁹...10⁹.
    public static func number(_ value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> String {
        let hundredths = Int(((value.isNaN ? 0 : min(max(value, -1e9), 1e9)) * 100).rounded(rule))
        let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
        let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + decimals
    }

    /// Whether the byte is printable ASCII without a meaning in XML.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: (0x20..<0x7F).contains(byte)
        }
    }

    private mutating func write(_ attributes: Attributes) {
        for (name, value) in attributes {
            text += " \(name)=\""
            escape(value)
            text += "\""
        }
    }

    /// Writes escaped text. A tab, a line feed and a carriage return become character references. Other control
    /// characters, U+FFFE and U+FFFF become U+FFFD.
    // XML 1.0 does not allow most control characters, not even as character references. It discourages U+007F to
    // U+009F.
    private mutating func escape(_ string: String) {
        if string.utf8.allSatisfy(Self.isHarmless) {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

/// The horizontal alignment of a line of text in its box.
public enum LineAlignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// In the middle.
    case centre
    /// At the right edge.
    case right
}
