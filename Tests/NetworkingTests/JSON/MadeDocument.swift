import OrbitModels
import TimeAndChance

/// Random documents with the values that ``Probe`` and the types of the API request, and with many other values.
struct MadeDocument {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns a question of ``Probe``, mostly with a value that fits it.
    mutating func question() -> [UInt8] {
        let question = Probe.questions.keys.sorted().randomElement(using: &random) ?? ""
        var members = ["\"ask\":\"\(question)\"", "\"of\":\(value(depth: 0, for: question))"]
        if chance(8) { members.append("\"super\":\(scalar())") }
        if chance(8) { members.append("\(name()):\(value(depth: 1, for: question))") }
        if chance(30) { members += (0..<70).map { "\"more\($0)\":\($0)" } }
        return spoiled(object(members))
    }

    /// Returns the document with one or two random values replaced.
    mutating func altered(_ document: [UInt8]) -> [UInt8] {
        guard let tape = try? StrictJSON.scan(document, of: .response) else { return document }
        let places = tape.entries.filter { $0.kind != .list && $0.kind != .object }
        var altered = document
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            guard let entry = places.randomElement(using: &random) else { break }
            let marks = entry.kind == .text ? 1 : 0
            let range = (Int(entry.start) - marks)..<(Int(entry.start) + Int(entry.length) + marks)
            guard range.upperBound <= altered.count else { continue }
            altered.replaceSubrange(range, with: Array((chance(4) ? value(depth: 1, for: "") : scalar()).utf8))
        }
        return spoiled(altered)
    }

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    private mutating func one(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

    private mutating func object(_ members: [String]) -> [UInt8] {
        let space = chance(4) ? one([" ", "\n", "\t", "\r\n  "]) : ""
        let order = chance(3) ? members.shuffled(using: &random) : members
        return Array("\(space){\(space)\(order.joined(separator: space + "," + space))\(space)}\(space)".utf8)
    }

    /// Returns the document, occasionally with a byte changed, removed or repeated, or with its end missing.
    private mutating func spoiled(_ document: [UInt8]) -> [UInt8] {
        var document = document
        guard chance(6), !document.isEmpty else { return document }
        let place = Int.random(in: document.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: document[place] = UInt8.random(in: 0...255, using: &random)
        case 1: document.remove(at: place)
        case 2: document.insert(document[place], at: place)
        default: document.removeSubrange(place...)
        }
        return document
    }

    /// Returns a value that mostly fits the question.
    private mutating func value(depth: Int, for question: String) -> String {
        guard depth < 3, !chance(6) else { return scalar() }
        switch question {
        case "bool": return one(["true", "false"])
        case "text", "url", "data", "date": return text()
        case "table": return members(depth, of: "int")
        case "names", "members": return members(depth, of: "")
        case "texts", "dates": return list(depth) { $0.value(depth: depth + 1, for: "text") }
        case "ints", "doubles": return list(depth) { $0.value(depth: depth + 1, for: "double") }
        case "lists": return list(depth) { made in made.list(depth + 1) { $0.one(["true", "false"]) } }
        case "turns": return "[\(text()),\(number()),\(scalar()),\(number()),\(one(["true", "false", "1"]))]"
        case "nested": return "[{\"more\":{\"ask\":\"int\",\"of\":\(number())}},[\(number())],\(scalar())]"
        case "": return chance(3) ? members(depth, of: "") : chance(2) ? list(depth) { $0.scalar() } : scalar()
        default: return number()
        }
    }

    private mutating func members(_ depth: Int, of question: String) -> String {
        if chance(20) { return "{\((0..<70).map { "\"n\($0)\":\($0)" }.joined(separator: ","))}" }
        let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            "\(name()):\(value(depth: depth + 1, for: question))"
        }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func list(_ depth: Int, _ element: (inout MadeDocument) -> String) -> String {
        let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in element(&self) }
        return "[\(elements.joined(separator: ","))]"
    }

    private mutating func scalar() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "null"
        case 1: one(["true", "false"])
        case 2, 3: text()
        default: number()
        }
    }

    private mutating func name() -> String {
        one([
            "\"of\"", "\"ask\"", "\"text\"", "\"more\"", "\"\\u006ff\"", "\"m\\u006fre\"", "\"é\"", "\"e\u{301}\"",
            "\"\"", "\"te\\/xt\"", "\"a\\u0000b\"", "\"\u{212A}\"", "\"K\"", "\"🪐\"", "\"\\ud83e\\ude90\"",
        ])
    }

    private mutating func text() -> String {
        one([
            "\"\"", "\"a\"", "\"small group\"", "\"a text of more than fifteen bytes\"",
            "\"\\n\\t\\\"\\\\\\/\\b\\f\\r\"",
            "\"Montr\\u00e9al\"", "\"Montréal\"", "\"\\ud83e\\ude90🪐\"", "\"e\u{301}\\u0301\"", "\"\\u0000\"",
            "\"\u{7F}\"",
            "\"2026-11-23T09:45:00Z\"", "\"2026-11-23T09:45:00.125+01:00\"", "\"2026-13-01T00:00:00Z\"",
            "\"https://orbit.example/a?b=c\"", "\"not a url %%\"", "\"YWJj\"", "\"YWJ\"", "\"=\"", "\"1\"", "\"true\"",
            "\"NaN\"", "\"\(String(repeating: "x", count: Int.random(in: 0...40, using: &random)))\"",
        ])
    }

    private mutating func number() -> String {
        if chance(3) {
            return "\(Double(bitPattern: random.next()))".replacing("inf", with: "1").replacing("nan", with: "1")
        }
        if chance(3) {
            let digits = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                "\(Int.random(in: 0...9, using: &random))"
            }.joined()
            let point = chance(2) ? ".\(Int.random(in: 0...99_999, using: &random))" : ""
            return
                "\(one(["", "-"]))\(digits.drop { $0 == "0" }.isEmpty ? "0" : String(digits.drop { $0 == "0" }))\(point)"
        }
        return one([
            "0", "-0", "0.0", "-0.0", "1", "-1", "7", "127", "128", "-128", "-129", "255", "256", "32767", "65536",
            "2147483648", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1.0", "1.5", "1e2", "1E+2",
            "15e-1",
            "100e-2", "1e400", "-1e400", "1e-400", "4.9e-324", "1.7976931348623157e308", "0.1", "0.30000000000000004",
            "123456789012345.6", "12345678901234567890.5", "9007199254740993", "9007199254740992.0", "37.4275",
            "0.9727",
            "999999999999999", "9999999999999999", "0.000000000000001", "1.0000000000000001",
            "1e1000000000000000000000", "0.\(String(repeating: "0", count: 400))1",
        ])
    }
}
