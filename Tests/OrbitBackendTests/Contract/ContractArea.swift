import Networking
import OrbitModels

/// One area of the contract, as the code has it. The fixture of a feature has one for each of its files in `Docs/openapi`.
struct ContractArea: Sendable {
    typealias Value = (schema: String, value: any Encodable & Sendable)

    /// All that its clients know.
    var routes: [Route] = []
    /// What its events look like.
    var events = EventCatalogue()
    /// The lists that its events touch.
    var lists: [ListName] = []
    /// The types whose words are listed under the type's name.
    var words: [any OpenEnum.Type] = []
    /// A value of each schema with every member that it can have.
    var full: [Value] = []

    /// What all areas share, and those of the features.
    static let all: [ContractArea] = [common] + FeatureFixture.all.flatMap(\.contract)

    static let routes = all.flatMap(\.routes)
    static let catalogue = EventCatalogue(joining: all.map(\.events))
    static let full = all.flatMap(\.full)
}
