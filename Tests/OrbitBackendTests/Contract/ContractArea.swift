import Networking
import OrbitModels

/// An area of the contract, derived from the code. A feature's fixture has an area for each of its files in
/// `Docs/openapi`.
struct ContractArea: Sendable {
    typealias Value = (schema: String, value: any Encodable & Sendable)

    /// All routes of the clients.
    var routes: [Route] = []
    /// The event types of the area.
    var events = EventCatalogue()
    /// The lists that devices change or reload when they receive the events.
    var lists: [ListName] = []
    /// The types whose values the contract lists under the name of the type.
    var words: [any OpenEnum.Type] = []
    /// A value for each schema, with every possible member.
    var full: [Value] = []

    /// The common area and the areas of all features.
    static let all: [ContractArea] = [common] + FeatureFixture.all.flatMap(\.contract)

    static let routes = all.flatMap(\.routes)
    static let catalogue = EventCatalogue(joining: all.map(\.events))
    static let full = all.flatMap(\.full)
}
