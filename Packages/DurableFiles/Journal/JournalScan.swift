import Foundation

/// The records of a journal file, and the damage between them.
struct JournalScan {
    private enum Section {
        case record(JournalFormat.Record)
        case damage(Range<Int>)
    }

    let format: JournalFormat
    /// The records and the damage, in the order of the file.
    let entries: [JournalEntry]
    /// The end of the last section. An interrupted append begins here.
    let end: Int
    var isDamaged: Bool { entries.contains { if case .damage = $0 { true } else { false } } }

    /// Reads a whole file.
    ///
    /// An unreadable place is damage if it was durable: the header or a later record states so. Without such a
    /// statement, it is the rest of an append that a crash interrupted, and no caller relies on it.
    init(_ bytes: [UInt8]) throws(DurableFileError) {
        format = try JournalFormat(readingHeaderOf: bytes)
        var sections: [Section] = []
        var durable = format.base
        var offset = JournalFormat.headerLength
        // A file with many false markers must not cost the square of its length.
        var budget = min(bytes.count, Int.max / 16) * 16
        while offset < bytes.count {
            if let record = format.record(at: offset, of: bytes) {
                sections.append(.record(record))
                durable = max(durable, record.durableLength)
                offset = record.range.upperBound
            } else {
                let next = Self.nextRecord(after: offset, of: bytes, in: format, budget: &budget) ?? bytes.count
                sections.append(.damage(offset..<next))
                // Records may follow, so nothing of the rest is removed.
                if budget <= 0 { durable = max(durable, bytes.count) }
                offset = next
            }
        }
        // A file that was cut off has lost bytes that the rest states to be durable.
        if bytes.count < durable { sections.append(.damage(bytes.count..<durable)) }
        var entries: [JournalEntry] = []
        var end = JournalFormat.headerLength
        loop: for section in sections {
            switch section {
            case .record(let record):
                entries.append(.record(Data(bytes[record.payload])))
                end = record.range.upperBound
            case .damage(let range):
                guard range.lowerBound < durable else { break loop }
                entries.append(.damage(byteCount: range.count))
                end = range.upperBound
            }
        }
        self.entries = entries
        self.end = end
    }

    private static func nextRecord(
        after offset: Int, of bytes: [UInt8], in format: JournalFormat, budget: inout Int
    ) -> Int? {
        var place = offset + 1
        while place + JournalFormat.recordOverhead <= bytes.count, budget > 0 {
            if bytes[place] == JournalFormat.marker[0], bytes[place..<(place + 4)].elementsEqual(JournalFormat.marker) {
                let length: UInt32 = bytes.bigEndian(at: place + 4)
                // Only a length that fits makes `record(at:of:)` read the payload.
                budget -= length <= bytes.count - place ? Int(length) : 0
                if format.record(at: place, of: bytes) != nil { return place }
            }
            place += 1
        }
        return nil
    }
}
