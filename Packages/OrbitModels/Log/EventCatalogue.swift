public import Foundation

/// A table of the kinds of events, with the type of the data of each kind. Every feature has a catalogue; an app joins
/// the catalogues of its features.
///
/// ```swift
/// let events = EventCatalogue([.pokeReceived: IncomingPoke.self, .pokeClosed: Keyed<PokeID>.self])
/// ```
public struct EventCatalogue: Sendable {
    /// The data of an event.
    public typealias Payload = Codable & Sendable

    private var types: [EventKind: any Payload.Type] = [:]
    /// The kinds that occur more than once, in a literal or in several joined catalogues.
    public private(set) var repeatedKinds: Set<EventKind> = []

    /// Creates a catalogue of payload types by kind. If a kind occurs twice, the later type counts.
    public init(_ types: KeyValuePairs<EventKind, any Payload.Type> = [:]) {
        for (kind, type) in types { add(type, for: kind) }
    }

    /// Creates a catalogue with all kinds of several catalogues. If a kind occurs twice, the later type counts.
    public init(joining catalogues: [EventCatalogue]) {
        for catalogue in catalogues {
            repeatedKinds.formUnion(catalogue.repeatedKinds)
            for (kind, type) in catalogue.types { add(type, for: kind) }
        }
    }

    private mutating func add(_ type: any Payload.Type, for kind: EventKind) {
        if types.updateValue(type, forKey: kind) != nil { repeatedKinds.insert(kind) }
    }

    /// The kinds in the catalogue.
    public var kinds: Set<EventKind> { Set(types.keys) }

    /// Returns the type of the data of a kind, or `nil` if the catalogue does not contain the kind.
    package func type(of kind: EventKind) -> (any Payload.Type)? { types[kind] }
}

extension OrbitJSON {
    /// Returns a decoder like ``decoder``, which also decodes the data of events whose kind is in the catalogue. The
    /// data of other events stays opaque.
    public static func decoder(reading events: EventCatalogue) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = Self.decoder.dateDecodingStrategy
        if let key = CodingUserInfoKey.eventCatalogue { decoder.userInfo[key] = events }
        return decoder
    }
}

extension Decoder {
    /// The catalogue that was passed to ``OrbitJSON/decoder(reading:)``.
    var eventCatalogue: EventCatalogue? {
        CodingUserInfoKey.eventCatalogue.flatMap { userInfo[$0] as? EventCatalogue }
    }
}

extension CodingUserInfoKey {
    fileprivate static let eventCatalogue = CodingUserInfoKey(rawValue: "orbit.event-catalogue")
}
