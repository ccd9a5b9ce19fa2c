import OrbitModels
import Testing
import Validation

@testable import BackendRuntime

@Suite struct HTTPProblemTests {
    @Test func `field failures throw a problem of status 422, and an empty list does not throw`() throws {
        try [FieldFailure]().refuse("Give a reason.")
        let failures = [FieldFailure(path: "note", code: .required), FieldFailure(path: "days", code: .outOfRange)]
        let refusal = #expect(throws: HTTPProblem.self) { try failures.refuse("Give a reason.") }
        #expect(refusal?.status == 422 && refusal?.problem.code == .invalidInput)
        #expect(refusal?.problem.message == "Give a reason." && refusal?.problem.fields == failures)
    }
}
