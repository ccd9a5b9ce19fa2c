import Foundation
import OrbitModels

/// Reads one value of a document. It is the `Decoder` that is passed to a type's conformance.
// A class, because the standard library copies decoders and containers with every call.
final class ValueReader: Decoder {
    let document: JSONDocument
    /// The index of its entry. A missing member has the place ``missing``, and reads as null.
    let place: Int
    private let parent: ValueReader?
    private let key: (any CodingKey)?

    /// The members by name, for an object that is too large for a linear search.
    lazy var members = document.members(of: place)

    static let missing = -1

    /// The types that `JSONDecoder` decodes without their own conformances.
    private static let exceptions = [Date.self, Data.self, URL.self, Decimal.self].map { (type: any Any.Type) in
        ObjectIdentifier(type)
    }

    /// Creates a reader of the whole document.
    init(_ document: JSONDocument) {
        self.document = document
        place = 0
        (parent, key) = (nil, nil)
    }

    /// Creates a reader of a part of another value.
    init(_ place: Int, of parent: ValueReader, _ key: some CodingKey) {
        document = parent.document
        self.place = place
        self.parent = parent
        self.key = key
    }

    /// The path from the root of the document. It is computed only for errors.
    var codingPath: [any CodingKey] {
        Array(sequence(first: self) { $0.parent }.compactMap(\.key).reversed())
    }

    var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

    private var kind: JSONTape.Entry.Kind { place >= 0 ? document.entries[place].kind : .null }
    var isNull: Bool { kind == .null }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard kind == .object else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(ObjectReader<Key>(object: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard kind == .list else { throw mismatch([Any].self) }
        return ListReader(self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// Returns the value as `type`, through its own conformance except for the types that `JSONDecoder` treats
    /// specially.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        Self.exceptions.contains(ObjectIdentifier(type)) ? try exception(type) : try Value(from: self)
    }

    @inline(never)  // keeps the path of all other types fast
    private func exception<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == Date.self, let date = try document.fallbackDecoder.date(self) as? Value { return date }
        guard type == Decimal.self || kind == .text else { throw mismatch(String.self) }
        return try decodeByFallback(type)
    }

    /// Returns the value as `JSONDecoder` decodes it from the same bytes.
    func decodeByFallback<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard kind == .number || kind == .text else { throw mismatch(type) }
        do {
            return try document.fallbackDecoder.decode(type, from: document.source(at: place))
        } catch DecodingError.typeMismatch {
            throw mismatch(type)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath, debugDescription: "expected a \(type)"))
        }
    }

    /// Returns the error of a value of another type. Null has an error of its own, except for a `Bool`.
    private func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "expected a \(type)")
        return isNull && type != Bool.self ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension JSONDecoder {
    /// Decodes a date with the strategy of `OrbitJSON`, which is a function.
    fileprivate func date(_ decoder: any Decoder) throws -> Date? {
        guard case .custom(let read) = dateDecodingStrategy else { return nil }
        return try read(decoder)
    }
}

/// The container of a single value. Values that the document does not read itself are left to `JSONDecoder`, with their
/// errors.
extension ValueReader: SingleValueDecodingContainer {
    @inline(__always)
    private func read<Value: Decodable>(_ atOnce: (Int) -> Value?) throws -> Value {
        if place >= 0, let value = atOnce(place) { return value }
        return try decodeByFallback(Value.self)
    }

    func decodeNil() -> Bool { isNull }
    func decode(_: Bool.Type) throws -> Bool { try read(document.truth) }
    func decode(_: String.Type) throws -> String { try read(document.text) }
    func decode(_: Double.Type) throws -> Double { try read(document.double) }
    func decode(_ type: Float.Type) throws -> Float { try decodeByFallback(type) }
    func decode(_: Int.Type) throws -> Int { try read(document.integer) }
    func decode(_: Int8.Type) throws -> Int8 { try read(document.integer) }
    func decode(_: Int16.Type) throws -> Int16 { try read(document.integer) }
    func decode(_: Int32.Type) throws -> Int32 { try read(document.integer) }
    func decode(_: Int64.Type) throws -> Int64 { try read(document.integer) }
    func decode(_: UInt.Type) throws -> UInt { try read(document.integer) }
    func decode(_: UInt8.Type) throws -> UInt8 { try read(document.integer) }
    func decode(_: UInt16.Type) throws -> UInt16 { try read(document.integer) }
    func decode(_: UInt32.Type) throws -> UInt32 { try read(document.integer) }
    func decode(_: UInt64.Type) throws -> UInt64 { try read(document.integer) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}
