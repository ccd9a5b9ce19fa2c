import Foundation
import Testing
import TimeAndChance

@testable import DurableFiles

@Suite struct FileRecordTests {
    /// Generation 7, payload “Orbit”, as format version 1 has always been written. Never change it.
    private let golden: [UInt8] = [
        0x4F, 0x52, 0x42, 0x46, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x05,
        0x4F, 0x72, 0x62, 0x69, 0x74, 0x15, 0xEE, 0x4B, 0x8E,
    ]

    @Test func `the stored bytes of format version 1 are decoded`() throws {
        let record = try FileRecord(decoding: golden)
        #expect(record.generation == 7)
        #expect(record.payload == Data("Orbit".utf8))
    }

    @Test func `encoding a record gives the stored bytes of format version 1`() {
        #expect(FileRecord(generation: 7, payload: Data("Orbit".utf8)).encoded == golden)
    }

    @Test(arguments: [("", 0), ("123456789", 0xE306_9283)])
    func `the checksum of a text is the CRC32C of RFC 3720`(text: String, checksum: UInt32) {
        #expect(FileRecord.CRC32C.checksum(of: text.utf8) == checksum)
    }

    @Test func `the checksum matches the examples of RFC 3720`() {
        #expect(FileRecord.CRC32C.checksum(of: [UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(FileRecord.CRC32C.checksum(of: [UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(FileRecord.CRC32C.checksum(of: (0..<32).map { UInt8($0) }) == 0x46DD_794E)
    }

    @Test(arguments: [0, 1, 300])
    func `encoding and decoding a record preserves its generation and payload`(count: Int) throws {
        let payload = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let bytes = FileRecord(generation: .max - 1, payload: payload).encoded
        let record = try FileRecord(decoding: bytes)
        #expect(record.generation == UInt64.max - 1)
        #expect(record.payload == payload)
    }

    @Test func `a record truncated at any length is refused`() {
        for length in golden.indices {
            #expect(throws: DurableFileError.self, "\(length) bytes") {
                try FileRecord(decoding: Array(golden.prefix(length)))
            }
        }
    }

    @Test func `a record with any bit flipped is refused`() {
        for index in golden.indices {
            for bit in 0..<8 {
                var bytes = golden
                bytes[index] ^= 1 << bit
                #expect(throws: DurableFileError.self, "bit \(bit) of byte \(index)") {
                    try FileRecord(decoding: bytes)
                }
            }
        }
    }

    @Test func `a record with up to four overwritten bytes is refused`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<5_000 {
            var bytes = golden
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard bytes != golden else { continue }
            #expect(throws: DurableFileError.self, "\(bytes)") { try FileRecord(decoding: bytes) }
        }
    }

    @Test func `a record with trailing bytes is refused`() {
        #expect(throws: DurableFileError.corrupt(.wrongLength)) { try FileRecord(decoding: golden + [0]) }
        #expect(throws: DurableFileError.corrupt(.wrongLength)) { try FileRecord(decoding: golden + golden) }
    }

    @Test func `each kind of damage is reported with its own error`() {
        var newer = golden
        newer[5] = 2
        #expect(throws: DurableFileError.corrupt(.unknownVersion(2))) { try FileRecord(decoding: newer) }
        #expect(throws: DurableFileError.corrupt(.notARecord)) { try FileRecord(decoding: []) }
        #expect(throws: DurableFileError.corrupt(.notARecord)) { try FileRecord(decoding: Array("{}".utf8)) }
        #expect(throws: DurableFileError.corrupt(.wrongLength)) { try FileRecord(decoding: golden.dropLast()) }
        var altered = golden
        altered[20] = 0
        #expect(throws: DurableFileError.corrupt(.wrongChecksum)) { try FileRecord(decoding: altered) }
    }

    @Test func `a length field of four gigabytes is refused as a wrong length`() {
        var bytes = golden
        bytes.replaceSubrange(14..<18, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: DurableFileError.corrupt(.wrongLength)) { try FileRecord(decoding: bytes) }
    }
}

extension FileRecord {
    fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(DurableFileError) {
        try self.init(decoding: Array(bytes))
    }
}
