import Foundation
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime

@Suite struct OwnCallbackTests {
    private struct TestError: Error {}

    private static let failing = Feature(
        operations: [],
        lists: PeopleLists(
            holders: { _, _, _ in throw TestError() },
            mayHold: { _, _, _, _ in throw TestError() }))

    @Test(arguments: [false, true])
    func `a callback error is thrown in a built-in feature and deferred in an added feature`(isAdded: Bool) async throws
    {
        let features = try isAdded ? FeatureSet([]).adding([Self.failing]) : FeatureSet([Self.failing])
        let (owner, person) = (UserID("maya"), UserID("liam"))
        try await MemoryStore().transaction { engine in
            let transaction = LogTransaction(engine, now: .distantPast, features: features) { "epoch" }
            var failedLookups: FailedHolderLookups?
            if isAdded {
                let known = try transaction.holders(of: person, failedLookups: &failedLookups)
                #expect(known.isEmpty && failedLookups?.isLaterPass == false)
                #expect(try transaction.mayHold(owner, person))
                failedLookups = failedLookups?.next
                #expect(failedLookups?.isLaterPass == true)
            } else {
                #expect(throws: TestError.self) { try transaction.mayHold(owner, person) }
            }
            #expect(throws: TestError.self) { try transaction.holders(of: person, failedLookups: &failedLookups) }
        }
    }
}
