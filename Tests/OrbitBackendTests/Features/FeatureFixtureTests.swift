import Testing

/// The fixtures of all features together.
@Suite struct FeatureFixtureTests {
    @Test func `no two features have a request, a row or an expectation of the same operation, thing or screen`() {
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
    }
}
