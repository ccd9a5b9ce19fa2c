/// Writes the SVG elements of a solar system, and escapes their contents.
struct SVGWriter {
    typealias Attributes = [(name: String, value: String)]

    private(set) var text = ""

    mutating func open(_ element: String, _ attributes: Attributes = []) {
        text += "<\(element)"
        write(attributes)
        text += ">\n"
    }

    mutating func close(_ element: String) {
        text += "</\(element)>\n"
    }

    mutating func element(_ name: String, _ attributes: Attributes = [], text content: String? = nil) {
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

    mutating func circle(_ centre: SolarSystem.Point, radius: Double, _ attributes: Attributes) {
        let place = [
            ("cx", Self.number(centre.x)), ("cy", Self.number(centre.y)), ("r", Self.number(radius, .down)),
        ]
        element("circle", place + attributes)
    }

    mutating func gradient(
        _ kind: String, id: String, _ attributes: Attributes, stops: [(offset: Double, colour: String, opacity: Double)]
    ) {
        open(kind, [("id", id)] + attributes)
        for stop in stops {
            let opacity = stop.opacity < 1 ? [("stop-opacity", Self.number(stop.opacity))] : []
            element("stop", [("offset", Self.number(stop.offset)), ("stop-color", stop.colour)] + opacity)
        }
        close(kind)
    }

    /// A line of text in a box, vertically centred. An inner `svg` clips what does not fit.
    mutating func clippedText(
        _ line: String, box: SolarSystem.Box, alignment: Planet.Label.Alignment = .centre, fontSize: Double,
        _ attributes: Attributes
    ) {
        open(
            "svg",
            [
                ("x", Self.number(box.x)), ("y", Self.number(box.y)),
                ("width", Self.number(box.width)), ("height", Self.number(box.height)), ("aria-hidden", "true"),
            ])
        let place: Attributes =
            switch alignment {
            case .left: [("x", "0"), ("text-anchor", "start")]
            case .centre: [("x", "50%")]
            case .right: [("x", "100%"), ("text-anchor", "end")]
            }
        let middle = [("y", "50%"), ("dy", "0.35em"), ("font-size", Self.number(fontSize))]
        element("text", place + middle + attributes, text: line)
        close("svg")
    }

    /// At most two decimals.
    static func number(_ value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> String {
        let hundredths = Int((min(max(value, -1e9), 1e9) * 100).rounded(rule))
        let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
        let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + decimals
    }

    /// Printable ASCII without a meaning in XML.
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

    /// XML 1.0 has no control characters, not even escaped ones; each becomes a replacement character.
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
