import Networking
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The fixtures of all features together.
@Suite struct FeatureFixtureTests {
    private let operations: [Contract.Operation]

    init() throws {
        operations = try Contract.current.get().operations
    }

    @Test func `each feature has one fixture, whose rows are the operations of the feature`() throws {
        let context = TestServer().backend.context
        for feature in Feature.all {
            let routes = feature.operations.flatMap { $0.init(context: context).handlers }.map { $0.route.description }
            let operations = Set(
                try routes.map { route in try #require(self.operations.first { $0.name == route }, "\(route)").id })
            let rows = FeatureFixture.all.map { Set($0.blockMatrix.rows.keys) }
                .filter { !$0.isDisjoint(with: operations) }
            #expect(rows == [operations])
        }
        #expect(FeatureFixture.all.count == Feature.all.count)
    }

    @Test func `no two features share a request, a row or an expectation`() {
        func expectDistinct<Value>(_ part: (FeatureFixture) -> [String: Value]) {
            let names = FeatureFixture.all.flatMap { part($0).keys }
            #expect(Set(names).count == names.count)
        }
        expectDistinct(\.accessMatrix.requests)
        expectDistinct(\.accessMatrix.kinds)
        expectDistinct(\.blockMatrix.rows)
        expectDistinct(\.blockMatrix.named)
        expectDistinct(\.archive.counts)
        expectDistinct(\.archive.changedScreens)
        let exceptions = AuthorizationResponse.exceptions.map { "\($0.operation) \($0.column)" }
        #expect(Set(exceptions).count == exceptions.count)
    }

    @Test func `each kind of a fixture appears in x-access of the fixture's own operations`() throws {
        for fixture in FeatureFixture.all {
            let own = operations.filter { fixture.blockMatrix.rows[$0.id] != nil }
            let kinds = Set(try own.compactMap { try $0.access.of })
            #expect(Set(fixture.accessMatrix.kinds.keys).subtracting(kinds) == [])
        }
    }

    @Test
    func `every entry of pathsIndependentOfConnection is the beginning of a path of an operation of its own fixture`() {
        for fixture in FeatureFixture.all.map(\.blockMatrix) {
            for path in fixture.pathsIndependentOfConnection {
                var alone = fixture
                alone.pathsIndependentOfConnection = [path]
                let isUsed = operations.contains { alone.isIndependentOfConnection($0.id, at: $0.path) }
                #expect(isUsed, "\(path)")
            }
        }
    }

    @Test func `each private parameter is a parameter only of operations of its own fixture`() {
        for fixture in FeatureFixture.all.map(\.blockMatrix) {
            for parameter in fixture.privateParameters {
                // `BlockPerspective` does not search responses for the ids of these things. If another feature had
                // a thing with the same parameter, no test would search for that thing.
                let own = operations.filter { BlockRow.parameters(of: $0).contains(parameter) }.map(\.id)
                #expect(!own.isEmpty, "\(parameter)")
                #expect(Set(own).subtracting(fixture.rows.keys) == [], "\(parameter)")
            }
        }
    }
}
