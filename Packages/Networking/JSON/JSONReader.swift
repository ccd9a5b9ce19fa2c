public import Foundation
public import OrbitModels

/// Decodes JSON through `Decodable` conformances, with the values of `OrbitJSON.decoder` in a third of its time.
///
/// It refuses all text that is not JSON by RFC 8259, and letters with more than 30 combining marks. Errors have the
/// kinds and paths of `JSONDecoder`. One error differs: for a number that does not fit its type, this reader gives the
/// path and `JSONDecoder` does not.
///
/// ```swift
/// let page = try JSONReader().decode(Page<Person>.self, from: Data(#"{ "people": [] }"#.utf8))
/// ```
///
/// `StrictJSON` of OrbitModels checks the grammar in one pass and records the place of each value in a `JSONTape`. The
/// backend uses the same scanner. A type's conformance then reads its values from their places. Values that models
/// rarely use are decoded by `JSONDecoder`: decimals, URLs, data and numbers with many digits.
public struct JSONReader: Sendable {
    private let fallbackDecoder: JSONDecoder
    private let refusesNull: Bool

    /// - Parameter events: The catalogue with the types of event data in a log.
    public init(reading events: EventCatalogue = EventCatalogue()) {
        self.init(OrbitJSON.decoder(reading: events), refusesNull: false)
    }

    private init(_ fallbackDecoder: JSONDecoder, refusesNull: Bool) {
        self.fallbackDecoder = fallbackDecoder
        self.refusesNull = refusesNull
    }

    /// A reader of the bodies of requests, with the forms of `OrbitJSON.requestDecoder`.
    ///
    /// `decodeIfPresent` throws for a member that is null. Members that a type does not decode may be null.
    // No schema of the contract allows null. Without this rule, null would mean a missing member in every request.
    package static let requests = JSONReader(OrbitJSON.requestDecoder, refusesNull: true)

    /// Decodes a value from JSON.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The bytes of the document.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, and the errors of the type's own conformance. A document of more than 1 MiB is
    ///   refused if it has more than half a million values and more than one per eight bytes.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let tape: JSONTape
        do {
            tape = try StrictJSON.scan(Array(data), of: .response)
        } catch {
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: error.rawValue))
        }
        return try decode(type, from: tape)
    }

    /// Decodes a value from a scanned document.
    package func decode<Value: Decodable>(_ type: Value.Type, from tape: JSONTape) throws -> Value {
        try ValueReader(JSONDocument(tape, fallbackDecoder: fallbackDecoder, refusesNull: refusesNull)).value(type)
    }
}
