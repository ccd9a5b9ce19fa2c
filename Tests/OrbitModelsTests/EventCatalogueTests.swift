import OrbitModels
import Testing

@Suite struct EventCatalogueTests {
    private static let waved = EventKind(rawValue: "waved")
    private static let left = EventKind(rawValue: "left")

    @Test func `an event kind that a literal or joined catalogues repeat is reported`() {
        let once = EventCatalogue([Self.waved: String.self, Self.left: Int.self])
        #expect(once.kinds == [Self.waved, Self.left] && once.repeatedKinds.isEmpty)
        let twice = EventCatalogue([Self.waved: String.self, Self.left: Int.self, Self.waved: Int.self])
        #expect(twice.kinds == [Self.waved, Self.left] && twice.repeatedKinds == [Self.waved])
        let joined = EventCatalogue(joining: [once, EventCatalogue([Self.left: Int.self]), twice])
        #expect(joined.kinds == [Self.waved, Self.left] && joined.repeatedKinds == [Self.waved, Self.left])
        #expect(EventCatalogue(joining: [twice]).repeatedKinds == [Self.waved])
    }
}
