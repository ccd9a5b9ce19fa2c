import Testing

@testable import CampusServer

/// The bytes of bodies in flight: 100 for all, 60 for each origin, and 20 that uploads leave for other bodies.
@Suite struct ByteBudgetTests {
    private let budget: ByteBudget

    init() {
        var limits = ServerLimits()
        (limits.bodyBytesInFlight, limits.bodyBytesPerOrigin, limits.bodyBytesReserve) = (100, 60, 20)
        budget = .requests(limits)
    }

    private func owner(_ origin: String, isUpload: Bool = false) -> ByteBudget.Owner {
        ByteBudget.Owner(origin: origin, isUpload: isUpload)
    }

    @Test func `bodies beyond the budget are refused until bytes are released`() {
        #expect(budget.reserve(60, for: owner("a")))
        #expect(budget.reserve(40, for: owner("b")))
        #expect(!budget.reserve(1, for: owner("c")))
        budget.release(40, of: owner("b"))
        #expect(budget.reserve(1, for: owner("c")))
        #expect(budget.inFlight == 61)
    }

    @Test func `an origin cannot use more than its share`() {
        #expect(budget.reserve(60, for: owner("a")))
        #expect(!budget.reserve(1, for: owner("a")))
        #expect(!budget.reserve(1, for: owner("a", isUpload: true)))
        #expect(budget.reserve(40, for: owner("b")))
        budget.release(10, of: owner("a"))
        #expect(budget.reserve(10, for: owner("a")))
    }

    @Test func `uploads leave a reserve for other bodies`() {
        #expect(budget.reserve(60, for: owner("a", isUpload: true)))
        #expect(budget.reserve(20, for: owner("b", isUpload: true)))
        #expect(!budget.reserve(1, for: owner("c", isUpload: true)))
        #expect(budget.reserve(20, for: owner("c")))
        budget.release(20, of: owner("c"))
        budget.release(1, of: owner("b", isUpload: true))
        #expect(budget.reserve(1, for: owner("c", isUpload: true)))
    }
}
