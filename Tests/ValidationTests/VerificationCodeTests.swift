import OrbitModels
import Testing
import TimeAndChance
import Validation

@Suite struct VerificationCodeTests {
    @Test(arguments: [
        "012345", " 012345\n", "012 345", "012-345", "0 1 2 3 4 5", "012\u{2013}345", "012\u{2212}345",
        "012\u{2011}345",
        "\u{200B}012345\u{FEFF}", "\u{200E}012\u{A0}345\u{202C}",
    ])
    func `a pasted code keeps its digits and its leading zero`(typed: String) throws {
        #expect(try VerificationCode(typed).digits == "012345")
    }

    @Test(arguments: [
        ("", FailureCode.required), (" - ", .required), ("12345", .tooShort), ("1234567", .tooLong),
        ("12345a", .malformed), ("12.345", .malformed), ("+12345", .malformed), ("½23456", .malformed),
        ("①②③④⑤⑥", .malformed), ("😀", .malformed), ("1e5000", .malformed),
        ("١٢٣٤٥٦", .foreignDigits), ("۱۲۳۴۵۶", .foreignDigits), ("१२३४५६", .foreignDigits),
        ("１２３４５６", .foreignDigits), ("12345٦", .foreignDigits), ("𝟏𝟐𝟑𝟒𝟓𝟔", .foreignDigits),
    ])
    func `an invalid code is refused with its reason`(typed: String, code: FailureCode) throws {
        let error = try #require(throws: ValidationError.self) { try VerificationCode(typed) }
        #expect(error.failures.map(\.code) == [code])
        #expect(error.failures.map(\.path) == ["code"])
    }

    @Test func `a code's description does not contain the code`() throws {
        let code = try VerificationCode("314159")
        var dumped = "\(code) \(String(reflecting: code))"
        dump(code, to: &dumped)
        #expect(!dumped.contains("314159"))
    }

    @Test func `random codes are valid, and may begin with zero`() throws {
        var chance = SplitMix64(seed: 6)
        let codes = (0..<300).map { _ in VerificationCode(using: &chance) }
        for code in codes { #expect(try VerificationCode(code.digits) == code) }
        #expect(codes.contains { $0.digits.hasPrefix("0") })
    }
}
