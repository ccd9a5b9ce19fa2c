import OrbitModels
import Validation

extension RequestContext {
    /// How many elements the caller asks for with `limit`, 20 unless they say. Numbers out of range are taken to the
    /// nearest that lies inside.
    package func pageSize() throws -> Int {
        guard let text = query["limit"] else { return 20 }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "limit", code: .malformed)], "Ask for a whole number.")
        }
        let number = Int(text) ?? (text.hasPrefix("-") ? .min : .max)
        return min(max(number, 1), 100)
    }
}
