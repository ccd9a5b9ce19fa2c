import Validation

#if canImport(Networking)
    #error("Validation must not bring Networking along")
#endif

for text in ["042 117", "4711"] {
    do {
        let code = try VerificationCode(text)
        print("\(text) is read as \(code.digits).")
    } catch {
        print("\(text) is refused: \(error.failures.map(\.code.rawValue).joined(separator: ", ")).")
    }
}
