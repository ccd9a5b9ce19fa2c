import Foundation

/// A document that a ``JSONWriter`` writes.
///
/// The text of a value is complete when its `encode(to:)` returns. A *level* is a value whose `encode(to:)` has not
/// returned. Only the innermost level can be written.
final class JSONOutput {
    /// A value that has begun.
    private struct Level {
        enum Form { case undecided, value, list, object }

        var form = Form.undecided
        /// The offset of the first byte.
        let start: Int
        /// The number of elements or members.
        var count = 0
        let firstMember: Int
        let firstPart: Int
    }

    /// A member of an object that has begun.
    private struct Member {
        /// The offset of its name, after the quotation mark.
        var start: Int
        let nameLength: Int
        /// The first eight bytes of the name. Most pairs of names differ in them.
        let prefix: UInt64
    }

    /// A value with an output of its own, because it is complete only when the surrounding value is.
    private struct Part {
        let offset: Int
        let output: JSONOutput
    }

    // Dynamic checks of exclusive access would take a third of the time. One task uses an output, and no access to a
    // property lasts until a call of a type's conformance or of another method that uses the property.
    @exclusivity(unchecked) private var text: JSONText
    @exclusivity(unchecked) private var levels: [Level]
    /// The members of all objects that have begun.
    @exclusivity(unchecked) private var members: [Member] = []
    /// The parts of all values that have begun.
    @exclusivity(unchecked) private var parts: [Part] = []
    /// The first use of a container that no JSON can represent.
    @exclusivity(unchecked) private var misuse: EncodingError?
    /// The path of the first level.
    private let start: [any CodingKey]

    init(path: [any CodingKey] = []) {
        start = path
        text = JSONText(capacity: path.isEmpty ? 1_024 : 64)
        levels = [Level(start: 0, firstMember: 0, firstPart: 0)]
        levels.reserveCapacity(16)
    }

    /// Completes the document, and returns its bytes.
    func finished() throws -> [UInt8] {
        if levels[0].form == .undecided && start.isEmpty {
            throw error("the value encodes nothing")
        }
        try close()
        return text.bytes
    }

    /// The path of the innermost level. It is computed only for errors.
    var path: [any CodingKey] {
        start
            + zip(levels, levels.dropFirst()).map { level, next in
                guard level.form == .object else { return PathKey.element(level.count - 1) }
                let name = members[next.firstMember - 1]
                let bytes = text.bytes[name.start..<name.start + name.nameLength]
                return PathKey.member(String(decoding: bytes, as: UTF8.self))
            }
    }

    func error(_ reason: String, for value: Any? = nil) -> EncodingError {
        .invalidValue(value as Any, EncodingError.Context(codingPath: path, debugDescription: reason))
    }
}

// MARK: Values

extension JSONOutput {
    /// Adds a value to a level that has none. Types that `JSONEncoder` treats specially do not use their conformances.
    func add<Value: Encodable>(_ value: Value, at level: Int) throws {
        if Value.self == Date.self, let date = value as? Date {
            try add(date, at: level)
        } else if Value.self == URL.self, let url = value as? URL {
            try add(level) { $0.add(quoting: url.absoluteString) }
        } else if Value.self == Data.self, let data = value as? Data {
            try add(level) { $0.add(quoting: data.base64EncodedString()) }
        } else if Value.self == Decimal.self, let decimal = value as? Decimal {
            guard decimal.isFinite else { throw error("the number is not finite", for: decimal) }
            try add(level) { $0.bytes.append(contentsOf: decimal.description.utf8) }
        } else {
            try value.encode(to: ValueWriter(self, level))
        }
    }

    private func add(_ date: Date, at level: Int) throws {
        guard let string = RFC3339.string(from: date) else {
            // not the date itself, because describing it traps
            throw error("the date lies outside the years 0 to 9999", for: date.timeIntervalSince1970)
        }
        try add(level) { $0.add(quoting: string) }
    }

    /// Adds a number, without the decimals of a whole number.
    func add<Number: BinaryFloatingPoint & CustomStringConvertible>(_ level: Int, number: Number) throws {
        guard number.isFinite else { throw error("the number is not finite", for: number) }
        let digits = number.description
        let isWhole = digits.hasSuffix(".0")
        try add(level) { $0.bytes.append(contentsOf: isWhole ? digits.utf8.dropLast(2) : digits.utf8[...]) }
    }

    /// Adds a value without parts to a level that has none.
    @inline(__always)
    func add(_ level: Int, _ write: (inout JSONText) -> Void) throws {
        guard level == levels.count - 1, levels[level].form == .undecided else {
            throw error("the value is already encoded")
        }
        levels[level].form = .value
        write(&text)
    }
}

// MARK: Objects and lists

extension JSONOutput {
    /// Begins an object at a level, or continues it.
    func beginObject(at level: Int) { begin(.object, "{", at: level) }

    /// Begins a list at a level, or continues it.
    func beginList(at level: Int) { begin(.list, "[", at: level) }

    private func begin(_ form: Level.Form, _ bracket: StaticString, at level: Int) {
        guard level == levels.count - 1, levels[level].form == .undecided || levels[level].form == form else {
            misuse = misuse ?? error("the value is already encoded")
            return
        }
        guard levels[level].form == .undecided else { return }
        levels[level].form = form
        text.add(bracket)
    }

    func count(at level: Int) -> Int { level < levels.count ? levels[level].count : 0 }

    /// Adds a member or an element. After an error, the document is as before.
    ///
    /// - Parameters:
    ///   - level: The level of the object or list.
    ///   - name: The name of the member; `nil` for an element.
    ///   - write: Receives the level of the new value, and writes it.
    @inline(__always)
    func add(_ name: String?, to level: Int, _ write: (Int) throws -> Void) throws {
        let before = (text: text.bytes.count, members: members.count, parts: parts.count)
        try beginPart(name, of: level)
        levels.append(Level(start: text.bytes.count, firstMember: members.count, firstPart: parts.count))
        do {
            try write(level + 1)
            try close()
        } catch {
            levels.removeLast(levels.count - level - 1)
            levels[level].count -= 1
            text.bytes.removeLast(text.bytes.count - before.text)
            members.removeLast(members.count - before.members)
            parts.removeLast(parts.count - before.parts)
            throw error
        }
    }

    /// Adds a member or an element that is complete only when its object or list is, and returns its output.
    func addOutput(_ name: String?, to level: Int) -> JSONOutput {
        let index = count(at: level)
        let output = JSONOutput(path: path + [name.map { PathKey.member($0) } ?? .element(index)])
        do {
            try beginPart(name, of: level)
            parts.append(Part(offset: text.bytes.count, output: output))
        } catch {
            misuse = misuse ?? error
        }
        return output
    }

    private func beginPart(_ name: String?, of level: Int) throws(EncodingError) {
        guard level == levels.count - 1, levels[level].form == (name == nil ? .list : .object) else {
            throw error("the object or list is complete", for: name)
        }
        if levels[level].count > 0 { text.bytes.append(UInt8(ascii: ",")) }
        levels[level].count += 1
        if let name { addName(name) }
    }

    private func addName(_ name: String) {
        let start = text.bytes.count + 1
        text.add(quoting: name)
        let length = text.bytes.count - 1 - start
        var prefix: UInt64 = 0
        for place in 0..<8 {
            prefix = prefix << 8 | (place < length ? UInt64(text.bytes[start + place]) : 0)
        }
        members.append(Member(start: start, nameLength: length, prefix: prefix))
        text.bytes.append(UInt8(ascii: ":"))
    }

    /// Completes the innermost level.
    private func close() throws {
        if let misuse { throw misuse }
        let level = levels.removeLast()
        if parts.count > level.firstPart { try insertParts(of: level) }
        switch level.form {
        case .undecided: text.add("{}")
        case .value: break
        case .list: text.bytes.append(UInt8(ascii: "]"))
        case .object:
            sortMembers(of: level)
            text.bytes.append(UInt8(ascii: "}"))
            members.removeLast(members.count - level.firstMember)
        }
    }

    private func insertParts(of level: Level) throws {
        for part in parts[level.firstPart...].reversed() {
            let bytes = try part.output.finished()
            text.bytes.insert(contentsOf: bytes, at: part.offset)
            for place in members.indices[level.firstMember...] where members[place].start > part.offset {
                members[place].start += bytes.count
            }
        }
        parts.removeLast(parts.count - level.firstPart)
    }
}

// MARK: Members in order

extension JSONOutput {
    /// Sorts the members of an object by name. Of members with the same name, the last remains.
    private func sortMembers(of level: Level) {
        let places = level.firstMember..<members.count
        guard !zip(places, places.dropFirst()).allSatisfy({ isAscending($0, $1) }) else { return }
        // The end of a member is the comma before the next, or the end of the text.
        let ends = places.dropFirst().map { members[$0].start - 2 } + [text.bytes.count]
        let sorted = places.sorted { isAscending($0, $1) || (!isAscending($1, $0) && $0 < $1) }
        var object: [UInt8] = []
        object.reserveCapacity(text.bytes.count - level.start)
        for (number, place) in sorted.enumerated() {
            if number + 1 < sorted.count, !isAscending(place, sorted[number + 1]) { continue }
            if !object.isEmpty { object.append(UInt8(ascii: ",")) }
            object.append(contentsOf: text.bytes[members[place].start - 1..<ends[place - places.lowerBound]])
        }
        text.bytes.replaceSubrange((level.start + 1)..., with: object)
    }

    /// Whether the name of a member is less than that of another.
    private func isAscending(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (members[one], members[other])
        guard one.prefix == other.prefix else { return one.prefix < other.prefix }
        return text.bytes[one.start..<one.start + one.nameLength].lexicographicallyPrecedes(
            text.bytes[other.start..<other.start + other.nameLength])
    }
}
