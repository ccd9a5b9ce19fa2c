import Foundation

/// The bytes of a record: numbers in network byte order, and texts and lists after their length.
struct RecordBytes {
    private(set) var data = Data()

    /// Begins a record with the number of its kind, and with the sequence of its entry if it has only one.
    mutating func begin(_ kind: UInt8, _ sequence: UInt64? = nil) {
        data.append(kind)
        if let sequence { append(sequence) }
    }

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
    }

    mutating func append(_ bytes: Data) {
        append(UInt32(clamping: bytes.count))
        data.append(bytes)
    }

    mutating func append(_ text: String) {
        append(Data(text.utf8))
    }

    mutating func append(_ sequences: [UInt64]) {
        append(UInt32(clamping: sequences.count))
        for sequence in sequences { append(sequence) }
    }

    mutating func append(_ entry: OutboxEntry) {
        append(entry.sequence)
        append(entry.id)
        append(entry.lane)
        append(entry.kind)
        append(entry.createdAt.timeIntervalSince1970.bitPattern)
        append(UInt32(clamping: entry.dependencies.count))
        for id in entry.dependencies { append(id) }
        append(entry.revision)
        append(UInt32(entry.mayHaveArrived ? 1 : 0))
        append(entry.payload)
    }
}

/// Reads the bytes of a record. Every length is checked.
struct RecordReader {
    private let bytes: [UInt8]
    private var offset = 0

    var isAtEnd: Bool { offset == bytes.count }

    init(_ data: Data) {
        bytes = [UInt8](data)
    }

    private mutating func take(_ count: Int) throws(OutboxError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - offset else { throw .unreadableRecord }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(OutboxError) -> Number {
        try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// Reads a sequence. The upper half is never reached, so that counting cannot overflow.
    mutating func sequence() throws(OutboxError) -> UInt64 {
        let sequence = try number(UInt64.self)
        guard sequence <= .max >> 1 else { throw .unreadableRecord }
        return sequence
    }

    mutating func data() throws(OutboxError) -> Data {
        let count = try number(UInt32.self)
        return Data(try take(Int(clamping: count)))
    }

    mutating func text() throws(OutboxError) -> String {
        guard let text = String(bytes: try data(), encoding: .utf8) else { throw .unreadableRecord }
        return text
    }

    mutating func list<Element>(
        _ element: (inout RecordReader) throws(OutboxError) -> Element
    ) throws(OutboxError) -> [Element] {
        var list: [Element] = []
        for _ in 0..<(try number(UInt32.self)) { list.append(try element(&self)) }
        return list
    }

    mutating func entry(account: String) throws(OutboxError) -> OutboxEntry {
        let sequence = try self.sequence()
        let (id, lane, kind) = (try text(), try text(), try text())
        let seconds = Double(bitPattern: try number(UInt64.self))
        guard seconds.isFinite else { throw .unreadableRecord }
        let dependencies = try list { reader throws(OutboxError) in try reader.text() }
        let revision = try number(UInt32.self)
        let flags = try number(UInt32.self)
        let payload = try data()
        return OutboxEntry(
            id: id, sequence: sequence, lane: lane, kind: kind, account: account,
            createdAt: Date(timeIntervalSince1970: seconds), dependencies: dependencies, payload: payload,
            revision: revision, state: .queued, mayHaveArrived: flags & 1 == 1, attempts: 0)
    }
}
