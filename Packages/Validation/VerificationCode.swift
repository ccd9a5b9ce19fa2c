import OrbitModels

/// The six digits that prove an address or a number. A string, never a number: leading zeros count.
///
/// Pasted spaces, dashes and invisible characters are forgiven. Digits of other scripts are refused
/// rather than mapped, so that what was sent and what is compared are the same bytes.
public struct VerificationCode: Hashable, Sendable {
    public let digits: String

    /// - Parameter path: The field that failures name.
    public init(_ text: String, at path: String = "code") throws(ValidationError) {
        do {
            digits = try Self.digits(in: text)
        } catch {
            throw error.at(path)
        }
    }

    /// A code drawn evenly from all there are. Secret only if the generator is.
    public init(using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<Limits.codeDigits).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
        digits = String(decoding: bytes, as: UTF8.self)
    }

    private static func digits(in text: String) throws(Fault) -> String {
        let scalars = text.unicodeScalars.filter { !$0.isBlank && !$0.isDash }
        let length = Limits.codeDigits
        guard !scalars.isEmpty else { throw Fault(code: .required) }
        if scalars.contains(where: { !$0.isASCII && $0.properties.numericType == .decimal }) {
            throw Fault(code: .foreignDigits)
        }
        guard scalars.allSatisfy({ $0.isASCII && $0.properties.numericType == .decimal }) else {
            throw Fault(code: .malformed)
        }
        guard scalars.count >= length else {
            throw Fault(code: .tooShort, parameters: ["min": .integer(length), "actual": .integer(scalars.count)])
        }
        guard scalars.count == length else {
            throw Fault(code: .tooLong, parameters: ["max": .integer(length), "actual": .integer(scalars.count)])
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension VerificationCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹verification code›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Unicode.Scalar {
    fileprivate var isDash: Bool { properties.generalCategory == .dashPunctuation || self == "\u{2212}" }
}
