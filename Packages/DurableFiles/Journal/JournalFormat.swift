import Foundation

/// The bytes of a journal, version 1. All numbers are big-endian. The file begins with a header:
///
/// | bytes | meaning |
/// |---|---|
/// | 4 | magic, `ORBJ` |
/// | 2 | format version |
/// | 2 | zero |
/// | 8 | salt, random for each file |
/// | 8 | base: the length of the file when it got its name |
/// | 4 | CRC-32C of all bytes before it |
///
/// Records follow without gaps:
///
/// | bytes | meaning |
/// |---|---|
/// | 4 | marker |
/// | 4 | payload length |
/// | 8 | the length of the file that was durable before this record was written |
/// | n | payload |
/// | 4 | CRC-32C of the salt, and of the bytes after the marker |
///
/// The salt prevents a payload with the bytes of a record from being mistaken for one. The durable length separates the
/// two causes of an unreadable record: an interrupted append, and damage to a record that was durable.
struct JournalFormat {
    static let headerLength = 28
    static let recordOverhead = 20
    static let marker: [UInt8] = [0xF5, 0x4A, 0x52, 0xC1]

    private static let magic = Array("ORBJ".utf8)
    private static let version: UInt16 = 1

    let salt: UInt64
    /// The length of the file when it got its name. All bytes before it were durable.
    let base: Int
    /// The checksum of the salt, with which the checksum of each record begins.
    private let seed: UInt32

    init(salt: UInt64, base: Int) {
        self.salt = salt
        self.base = base
        var bytes: [UInt8] = []
        bytes.append(bigEndian: salt)
        seed = FileRecord.CRC32C.checksum(of: bytes)
    }

    /// Reads the header.
    init(readingHeaderOf bytes: [UInt8]) throws(DurableFileError) {
        guard bytes.starts(with: Self.magic) else { throw .corrupt(.notARecord) }
        guard bytes.count >= Self.headerLength else { throw .corrupt(.wrongLength) }
        let version: UInt16 = bytes.bigEndian(at: 4)
        guard version == Self.version else { throw .corrupt(.unknownVersion(version)) }
        let checksum: UInt32 = bytes.bigEndian(at: 24)
        guard FileRecord.CRC32C.checksum(of: bytes[..<24]) == checksum else { throw .corrupt(.wrongChecksum) }
        let base: UInt64 = bytes.bigEndian(at: 16)
        self.init(salt: bytes.bigEndian(at: 8), base: Int(clamping: base))
    }

    /// Returns a whole file with the records.
    static func file(of payloads: [Data], salt: UInt64) -> (format: JournalFormat, bytes: [UInt8]) {
        let base = payloads.reduce(headerLength) { $0 + recordOverhead + $1.count }
        let format = JournalFormat(salt: salt, base: base)
        var bytes = magic
        bytes.reserveCapacity(base)
        bytes.append(bigEndian: version)
        bytes.append(bigEndian: UInt16(0))
        bytes.append(bigEndian: salt)
        bytes.append(bigEndian: UInt64(clamping: base))
        bytes.append(bigEndian: FileRecord.CRC32C.checksum(of: bytes))
        for payload in payloads { format.append(payload, durableLength: headerLength, to: &bytes) }
        return (format, bytes)
    }

    /// Appends a record. The payload has at most `UInt32.max` bytes.
    func append(_ payload: Data, durableLength: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.marker)
        let start = bytes.count
        bytes.append(bigEndian: UInt32(clamping: payload.count))
        bytes.append(bigEndian: UInt64(clamping: durableLength))
        bytes.append(contentsOf: payload)
        bytes.append(bigEndian: FileRecord.CRC32C.checksum(of: bytes[start...], after: seed))
    }

    /// An intact record.
    struct Record {
        /// The place of the whole record in the file.
        let range: Range<Int>
        let durableLength: Int

        var payload: Range<Int> { (range.lowerBound + 16)..<(range.upperBound - 4) }
    }

    /// Returns the record that begins at the offset; `nil` if there is no intact record.
    func record(at offset: Int, of bytes: [UInt8]) -> Record? {
        let rest = bytes.count - offset
        guard rest >= Self.recordOverhead, bytes[offset..<(offset + 4)].elementsEqual(Self.marker) else { return nil }
        let length: UInt32 = bytes.bigEndian(at: offset + 4)
        guard length <= rest - Self.recordOverhead else { return nil }
        let end = offset + Self.recordOverhead + Int(length)
        let checksum: UInt32 = bytes.bigEndian(at: end - 4)
        guard FileRecord.CRC32C.checksum(of: bytes[(offset + 4)..<(end - 4)], after: seed) == checksum else {
            return nil
        }
        let durableLength: UInt64 = bytes.bigEndian(at: offset + 8)
        return Record(range: offset..<end, durableLength: Int(clamping: durableLength))
    }
}
