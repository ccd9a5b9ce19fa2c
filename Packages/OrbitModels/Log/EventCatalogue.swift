public import Foundation

/// Which type the data of each kind of event has. Every feature has one; an app joins those of its features.
///
/// ```swift
/// let events = EventCatalogue([.pokeReceived: IncomingPoke.self, .pokeClosed: Named<PokeID>.self])
/// ```
public struct EventCatalogue: Sendable {
    /// The data of an event.
    public typealias Payload = Codable & Sendable

    private var types: [EventKind: any Payload.Type] = [:]
    /// The kinds that were named more than once, in a literal or by several joined catalogues.
    public private(set) var repeatedKinds: Set<EventKind> = []

    /// Creates a catalogue of payload types by kind. Of a kind that is named twice, the later type counts.
    public init(_ types: KeyValuePairs<EventKind, any Payload.Type> = [:]) {
        for (kind, type) in types { add(type, for: kind) }
    }

    /// All kinds of several catalogues; where two name the same, the later one's type counts.
    public init(joining catalogues: [EventCatalogue]) {
        for catalogue in catalogues {
            repeatedKinds.formUnion(catalogue.repeatedKinds)
            for (kind, type) in catalogue.types { add(type, for: kind) }
        }
    }

    private mutating func add(_ type: any Payload.Type, for kind: EventKind) {
        if types.updateValue(type, forKey: kind) != nil { repeatedKinds.insert(kind) }
    }

    /// What it reads.
    public var kinds: Set<EventKind> { Set(types.keys) }

    /// The type of the data of a kind; `nil` if the catalogue does not have the kind.
    package func type(of kind: EventKind) -> (any Payload.Type)? { types[kind] }
}

extension OrbitJSON {
    /// A ``decoder`` that reads the data of the events in this catalogue; others stay opaque.
    public static func decoder(reading events: EventCatalogue) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = Self.decoder.dateDecodingStrategy
        if let key = CodingUserInfoKey.eventCatalogue { decoder.userInfo[key] = events }
        return decoder
    }
}

extension Decoder {
    /// The catalogue that ``OrbitJSON/decoder(reading:)`` was given.
    var eventCatalogue: EventCatalogue? {
        CodingUserInfoKey.eventCatalogue.flatMap { userInfo[$0] as? EventCatalogue }
    }
}

extension CodingUserInfoKey {
    fileprivate static let eventCatalogue = CodingUserInfoKey(rawValue: "orbit.event-catalogue")
}
