import Foundation
public import OrbitModels

extension Rule<String> {
    /// Requires that the cleaned text fits the form.
    ///
    /// A text must be present and visible only if the form's minimum is at least one character. A text with few
    /// characters is refused too if it has more bytes than the form accepts.
    public static func text(_ form: TextForm) -> Rule {
        Rule { text in
            guard form.isReadable(text) else {
                let parameters: [String: ParameterValue] = ["max": .integer(form.characters.upperBound)]
                return [FieldFailure(path: "", code: .tooLong, parameters: parameters)]
            }
            if form.hidden == .refused, TextSafety.hasHiddenCharacters(text) {
                return [FieldFailure(path: "", code: .hiddenCharacters)]
            }
            let cleaned = form.cleaned(text)
            let (characters, bytes) = (cleaned.count, cleaned.utf8.count)
            let isBlank = !cleaned.unicodeScalars.contains(where: \.isVisible)
            if characters < form.characters.lowerBound || (isBlank && form.characters.lowerBound > 0) {
                let parameters: [String: ParameterValue] = [
                    "min": .integer(form.characters.lowerBound), "actual": .integer(characters),
                ]
                return [FieldFailure(path: "", code: isBlank ? .required : .tooShort, parameters: parameters)]
            }
            if characters > form.characters.upperBound {
                let parameters: [String: ParameterValue] = [
                    "max": .integer(form.characters.upperBound), "actual": .integer(characters),
                ]
                return [FieldFailure(path: "", code: .tooLong, parameters: parameters)]
            }
            guard bytes > form.bytes else { return [] }
            return [
                FieldFailure(
                    path: "", code: .tooManyBytes, parameters: ["max": .integer(form.bytes), "actual": .integer(bytes)])
            ]
        }
    }

    /// Accepts an empty text or a web address. The form is that of the field's length rule.
    public static func webAddress(_ form: TextForm) -> Rule {
        Rule { text in
            // People open the address with one tap, so it must not start another app or a script.
            guard form.isReadable(text) else { return [] }  // the length rule rejects it
            let text = form.cleaned(text)
            guard !text.isEmpty else { return [] }
            let url = URL(string: text)
            let isWeb = url?.scheme.map { ["https", "http"].contains($0.lowercased()) } ?? false
            return isWeb && url?.host()?.isEmpty == false ? [] : [FieldFailure(path: "", code: .malformed)]
        }
    }

    /// Warns if a word mixes look-alike scripts, which some genuine names do. Only the first 2,000 scalars are checked,
    /// because no field for names is longer.
    public static let unmixedScripts = Rule { text in
        let text = String(text.unicodeScalars.prefix(2_000))
        return TextSafety.mixesScripts(text) ? [FieldFailure(path: "", code: .mixedScripts, severity: .warn)] : []
    }
}

extension Rule<Int> {
    /// Requires that the number is in the range.
    public static func within(_ range: ClosedRange<Int>) -> Rule {
        Rule { value in
            guard !range.contains(value) else { return [] }
            return [
                FieldFailure(
                    path: "", code: .outOfRange,
                    parameters: ["min": .integer(range.lowerBound), "max": .integer(range.upperBound)])
            ]
        }
    }
}

extension Rule where Value: OpenEnum {
    /// Warns if this version does not know the value, because a newer version may know it.
    public static var known: Rule {
        Rule { $0.isKnown ? [] : [FieldFailure(path: "", code: .unknownValue, severity: .warn)] }
    }
}

extension Rule {
    /// Requires that the number of elements is in the range.
    public static func count<Element>(_ range: ClosedRange<Int>) -> Rule where Value == [Element] {
        Rule { list in
            let actual = ParameterValue.integer(list.count)
            if list.count < range.lowerBound {
                let parameters: [String: ParameterValue] = ["min": .integer(range.lowerBound), "actual": actual]
                return [FieldFailure(path: "", code: .tooFew, parameters: parameters)]
            }
            guard list.count > range.upperBound else { return [] }
            let parameters: [String: ParameterValue] = ["max": .integer(range.upperBound), "actual": actual]
            return [FieldFailure(path: "", code: .tooMany, parameters: parameters)]
        }
    }

    /// Requires that no two elements have the same key. The failure has the path of the later element. Takes linear
    /// time.
    public static func unique<Element, Key: Hashable & Sendable>(
        by key: @escaping @Sendable (Element) -> Key
    ) -> Rule where Value == [Element] {
        Rule { list in
            var first: [Key: Int] = [:]
            return list.enumerated().compactMap { index, element in
                let key = key(element)
                guard let earlier = first[key] else {
                    first[key] = index
                    return nil
                }
                return FieldFailure(path: "[\(index)]", code: .duplicate, parameters: ["first": .integer(earlier)])
            }
        }
    }
}
