public import OrbitModels

/// The six digits that verify an email address or phone number. A string, not a number: leading zeros count.
///
/// Spaces, dashes and invisible characters are ignored. Digits of other scripts are refused rather than mapped, so that
/// the code sent and the code compared are the same bytes.
public struct VerificationCode: Hashable, Sendable {
    /// Six ASCII digits.
    public let digits: String

    /// - Parameter path: The path of the field in failures.
    public init(_ text: String, at path: String = "code") throws(ValidationError) {
        do {
            digits = try Self.digits(in: text)
        } catch {
            throw error.at(path)
        }
    }

    /// A uniformly random code. As secret as the generator.
    public init(using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<Limits.codeDigits).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
        digits = String(decoding: bytes, as: UTF8.self)
    }

    private static func digits(in text: String) throws(RuleViolation) -> String {
        let length = Limits.codeDigits
        // Sixteen bytes per digit, as in texts: what is ignored has room beside them.
        guard text.utf8.count <= 16 * length else {
            throw RuleViolation(code: .tooLong, parameters: ["max": .integer(length)])
        }
        let scalars = text.unicodeScalars.filter { !$0.isBlank && !$0.isDash }
        guard !scalars.isEmpty else { throw RuleViolation(code: .required) }
        if scalars.contains(where: { !$0.isASCII && $0.properties.numericType == .decimal }) {
            throw RuleViolation(code: .foreignDigits)
        }
        guard scalars.allSatisfy({ $0.isASCII && $0.properties.numericType == .decimal }) else {
            throw RuleViolation(code: .malformed)
        }
        guard scalars.count >= length else {
            throw RuleViolation(
                code: .tooShort, parameters: ["min": .integer(length), "actual": .integer(scalars.count)])
        }
        guard scalars.count == length else {
            throw RuleViolation(
                code: .tooLong, parameters: ["max": .integer(length), "actual": .integer(scalars.count)])
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension VerificationCode: Redacted {
    /// A placeholder.
    public var description: String { "‹verification code›" }
}

extension Unicode.Scalar {
    fileprivate var isDash: Bool { properties.generalCategory == .dashPunctuation || self == "\u{2212}" }
}
