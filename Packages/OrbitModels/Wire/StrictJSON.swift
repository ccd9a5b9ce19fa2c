/// Checks that bytes are JSON before any part of them is decoded, compared or hashed.
///
/// The check is one pass in linear time for any input.
// Decoders accept more than JSON: UTF-16, commas before a closing bracket, and repeated names (RFC 8259, 4 and 8.1).
// Comparing texts with thousands of combining marks on one letter takes quadratic time.
package struct StrictJSON {
    /// The direction of a document. A server limits all parts of a request; a client accepts additions of later
    /// servers.
    package enum Direction {
        case request, response

        /// The maximum depth. For a client it is that of `JSONDecoder`.
        fileprivate var deepest: Int { self == .request ? StrictJSON.deepest : 512 }
    }

    /// The reason for refusing bytes, as the end of a sentence that begins with "The request could not be read: ".
    package enum Fault: String, Error {
        case syntax = "the document is not valid JSON"
        case depth = "its objects and lists are nested too deeply"
        case repeatedName = "an object names a member twice"
        case longName = "the name of a member is too long"
        case manyMembers = "an object has too many members"
        case longNumber = "a number has too many digits"
        case manyCombiningMarks = "a letter carries too many combining marks"
        case length = "the document is too long"
        case manyValues = "the document has too many values"
    }

    /// The maximum depth of a request.
    package static let deepest = 64
    /// The maximum number of members of an object in a request.
    package static let maxMembers = 1_000
    /// The maximum length of a name in a request, in bytes.
    package static let longestName = 128
    /// The maximum length of a number in a request, in bytes.
    package static let longestNumber = 64

    private let direction: Direction
    private var reader: ByteReader
    private var tape: JSONTape

    /// Checks a document in linear time. The names and the length of numbers are checked only in requests.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - direction: The direction, which determines the limits.
    /// - Throws: ``Fault``.
    package static func check(_ bytes: some Sequence<UInt8>, of direction: Direction) throws(Fault) {
        _ = try scan(Array(bytes), of: direction)
    }

    /// Checks a document and returns the places of its values.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - direction: The direction, which determines the limits.
    /// - Returns: The document with the places of its values.
    /// - Throws: ``Fault``.
    package static func scan(_ bytes: [UInt8], of direction: Direction) throws(Fault) -> JSONTape {
        guard bytes.count < UInt32.max else { throw .length }
        let scanned = bytes.withUnsafeBufferPointer { buffer in
            Result<JSONTape, Fault> { () throws(Fault) in
                var json = StrictJSON(direction: direction, reader: ByteReader(buffer), tape: JSONTape(bytes))
                try json.value(depth: 0)
                json.skipSpace()
                guard json.reader.isAtEnd else { throw .syntax }
                return json.tape
            }
        }
        return try scanned.get()
    }

    private mutating func value(depth: Int) throws(Fault) {
        guard depth <= direction.deepest else { throw .depth }
        guard tape.entries.count < tape.maxEntries else { throw .manyValues }
        skipSpace()
        switch reader.peek {
        case UInt8(ascii: "{"): try object(depth: depth)
        case UInt8(ascii: "["): try list(depth: depth)
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number()
        }
    }

    private mutating func object(depth: Int) throws(Fault) {
        let place = tape.entries.count
        tape.add(.object, from: reader.position, to: reader.position)
        var (count, hasPlainNames) = (UInt32(0), true)
        var names: Set<String> = []
        reader.skip()
        skipSpace()
        if reader.take(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            guard reader.peek == UInt8(ascii: "\"") else { throw .syntax }
            let name = tape.entries.count
            try text()
            if !tape.entries[name].isPlain { hasPlainNames = false }
            if direction == .request { try note(tape.text(tape.entries[name]), in: &names) }
            skipSpace()
            guard reader.take(UInt8(ascii: ":")) else { throw .syntax }
            try value(depth: depth + 1)
            count += 1
            skipSpace()
        } while reader.take(UInt8(ascii: ","))
        guard reader.take(UInt8(ascii: "}")) else { throw .syntax }
        tape.close(place, length: count, isPlain: hasPlainNames)
    }

    private func note(_ name: String, in names: inout Set<String>) throws(Fault) {
        guard name.utf8.count <= Self.longestName else { throw .longName }
        guard names.insert(name).inserted else { throw .repeatedName }
        guard names.count <= Self.maxMembers else { throw .manyMembers }
    }

    private mutating func list(depth: Int) throws(Fault) {
        let place = tape.entries.count
        tape.add(.list, from: reader.position, to: reader.position)
        var count = UInt32(0)
        reader.skip()
        skipSpace()
        if reader.take(UInt8(ascii: "]")) { return }
        repeat {
            try value(depth: depth + 1)
            count += 1
            skipSpace()
        } while reader.take(UInt8(ascii: ","))
        guard reader.take(UInt8(ascii: "]")) else { throw .syntax }
        tape.close(place, length: count)
    }

    private mutating func text() throws(Fault) {
        reader.skip()
        let start = reader.position
        var (isPlain, marks) = (true, CombiningMarkCounter())
        while true {
            if reader.takePlainText() { marks = CombiningMarkCounter() }
            guard let byte = reader.peek, byte >= 0x20 else { throw .syntax }
            if byte == UInt8(ascii: "\"") { break }
            isPlain = false
            let isEscape = byte == UInt8(ascii: "\\")
            guard let scalar = isEscape ? reader.takeEscape() : reader.takeScalar() else { throw .syntax }
            if marks.exceedsLimit(counting: scalar) { throw .manyCombiningMarks }
        }
        tape.add(.text, isPlain: isPlain, from: start, to: reader.position)
        reader.skip()
    }

    private mutating func number() throws(Fault) {
        let start = reader.position
        _ = reader.take(UInt8(ascii: "-"))
        if !reader.take(UInt8(ascii: "0")) { try digits() }
        let endOfInteger = reader.position
        if reader.take(UInt8(ascii: ".")) { try digits() }
        if reader.take(UInt8(ascii: "e")) || reader.take(UInt8(ascii: "E")) {
            if !reader.take(UInt8(ascii: "+")) { _ = reader.take(UInt8(ascii: "-")) }
            try digits()
        }
        guard direction == .response || reader.position - start <= Self.longestNumber else { throw .longNumber }
        tape.add(.number, isPlain: reader.position == endOfInteger, from: start, to: reader.position)
    }

    private mutating func digits() throws(Fault) {
        let start = reader.position
        while let byte = reader.peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { reader.skip() }
        guard reader.position > start else { throw .syntax }
    }

    private mutating func word(_ word: StaticString, _ kind: JSONTape.Entry.Kind) throws(Fault) {
        let start = reader.position
        let isThere = word.withUTF8Buffer { bytes in bytes.allSatisfy { reader.take($0) } }
        guard isThere else { throw .syntax }
        tape.add(kind, from: start, to: reader.position)
    }

    @inline(__always)
    private mutating func skipSpace() {
        while let byte = reader.peek, byte <= 0x20, Self.isSpace(byte) { reader.skip() }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
