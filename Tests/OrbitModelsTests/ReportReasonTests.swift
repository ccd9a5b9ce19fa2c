import OrbitModels
import Testing

@Suite struct ReportReasonTests {
    @Test func `every known reason has a single category, and an unknown reason is in other`() {
        #expect(Set(ReportReason.known).count == ReportReason.known.count)
        for category in ReportCategory.known {
            #expect(category.reasons.allSatisfy { $0.category == category })
        }
        #expect(ReportReason(rawValue: "haunting").category == .other)
    }
}
