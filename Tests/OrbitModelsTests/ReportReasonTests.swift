import OrbitModels
import Testing

@Suite struct ReportReasonTests {
    @Test func `every reason has one category, and one of a newer server is something else`() {
        #expect(Set(ReportReason.known).count == ReportReason.known.count)
        for category in ReportCategory.known {
            #expect(category.reasons.allSatisfy { $0.category == category })
        }
        #expect(ReportReason(rawValue: "haunting").category == .other)
    }
}
