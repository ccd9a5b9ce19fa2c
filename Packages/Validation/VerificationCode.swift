public import OrbitModels

/// The six digits that verify an email address. They are a string, because leading zeros count.
///
/// Spaces, dashes and invisible characters are ignored. Digits of other scripts are refused and not mapped, so that the
/// sent code and the compared code have the same bytes.
public struct VerificationCode: Hashable, Sendable {
    /// The code as six ASCII digits.
    public let digits: String

    /// Parses a code.
    ///
    /// - Parameters:
    ///   - text: The code as typed or pasted.
    ///   - path: The path of the field in failures.
    /// - Throws: `ValidationError.invalid` with the reason.
    public init(_ text: String, at path: String = "code") throws(ValidationError) {
        do {
            digits = try Self.digits(in: text)
        } catch {
            throw error.at(path)
        }
    }

    /// Creates a uniformly random code. It is only as secret as the generator.
    public init(using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<Limits.codeDigits).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
        digits = String(decoding: bytes, as: UTF8.self)
    }

    private static func digits(in text: String) throws(RuleViolation) -> String {
        let length = Limits.codeDigits
        // Sixteen bytes per digit, as for texts, leave room for the ignored characters.
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
