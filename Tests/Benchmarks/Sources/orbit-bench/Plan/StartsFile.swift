import Foundation
import TimeAndChance

/// The starts of meetups, each as a little-endian int64.
enum StartsFile {
    /// Returns the starts in seconds since 1970.
    static func starts(of data: Data) throws -> [Int64] {
        guard data.count % 8 == 0 else { throw UnexpectedInput("The file of starts is cut off.") }
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count, by: 8).map { place in
            Int64(bitPattern: bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// Returns random quarter hours of 2026.
    static func generated(_ count: Int, seed: UInt64) -> Data {
        var random = SplitMix64(seed: seed)
        var data = Data(capacity: count * 8)
        for _ in 0..<count {
            let start = 1_767_225_600 + Int64.random(in: 0..<365 * 24 * 4, using: &random) * 900
            withUnsafeBytes(of: start.littleEndian) { data.append(contentsOf: $0) }
        }
        return data
    }
}
