/// Numbers in network byte order, as all files of this module have them.
extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Returns the number at the offset. The caller has checked that the bytes exist.
    func bigEndian<Value: FixedWidthInteger>(at offset: Int) -> Value {
        self[offset..<(offset + Value.bitWidth / 8)].reduce(0) { $0 << 8 | Value($1) }
    }
}
