public import Foundation

/// Which type the data of each kind of event has. Every feature has one; an app joins those of its features.
///
/// ```swift
/// let events = EventCatalogue([.pokeReceived: IncomingPoke.self, .pokeClosed: Named<PokeID>.self])
/// ```
public struct EventCatalogue: Sendable {
    /// The data of an event.
    public typealias Payload = Codable & Sendable

    private var types: [EventKind: any Payload.Type]

    /// Creates a catalogue of payload types by kind.
    public init(_ types: [EventKind: any Payload.Type] = [:]) {
        self.types = types
    }

    /// All kinds of several catalogues; where two name the same, the later one's type counts.
    public init(joining catalogues: [EventCatalogue]) {
        self.init(catalogues.reduce(into: [:]) { $0.merge($1.types) { _, new in new } })
    }

    /// What it reads.
    public var kinds: Set<EventKind> { Set(types.keys) }

    func type(of kind: EventKind) -> (any Payload.Type)? { types[kind] }
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
