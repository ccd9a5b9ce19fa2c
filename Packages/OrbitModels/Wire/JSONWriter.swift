public import Foundation

/// Encodes values as JSON through `Encodable` conformances, with the bytes of `JSONEncoder` and dates by RFC 3339.
///
/// Each value is written once into the buffer of the document. `JSONEncoder` first creates a tree of all values, which
/// takes several times as long. Members are sorted by the bytes of their names as written, so equal values have equal
/// bytes.
///
/// ```swift
/// let data = try OrbitJSON.encoder.encode(Page(people: []))
/// ```
public struct JSONWriter: Sendable {
    package init() {}

    /// Encodes a value as JSON. O(n · d) for n bytes in objects nested d deep, because each object is sorted.
    ///
    /// - Returns: The bytes of the document, which can be a single value.
    /// - Throws: `EncodingError` for NaN, infinity, a date outside the years 0 to 9999 and a value that encodes
    ///   nothing, and the errors of the type's own conformance.
    public func encode(_ value: some Encodable) throws -> Data {
        let output = JSONOutput()
        try output.add(value, at: 0)
        return Data(try output.finished())
    }
}
