import Foundation
import OrbitApp
import Validation

/// A language of the front end.
enum PageLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case spanish = "es"

    /// The name of the language in the language itself.
    var name: String {
        switch self {
        case .english: "English"
        case .spanish: "Español"
        }
    }

    /// The texts of the app and of the pages.
    var catalogue: MessageCatalogue {
        switch self {
        case .english: .app
        case .spanish: .spanishApp
        }
    }

    /// The locale of dates and numbers.
    var locale: Locale { Locale(identifier: self == .english ? "en_US" : "es_ES") }

    /// Selects the language of a browser: its setting here, or else the first language of `Accept-Language` that the
    /// front end has.
    ///
    /// - Parameters:
    ///   - setting: The value of the language cookie.
    ///   - accepted: The value of `Accept-Language`, such as `es-MX,es;q=0.9,en;q=0.8`.
    init(setting: String?, accepted: String?) {
        if let language = setting.flatMap(Self.init(rawValue:)) {
            self = language
            return
        }
        let ranges = (accepted ?? "").prefix(512).split(separator: ",").enumerated().map { index, range in
            let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (tag: parts.first ?? "", quality: quality, index: index)
        }
        let best = ranges.filter { $0.quality > 0 }
            .sorted { ($0.quality, -$0.index) > ($1.quality, -$1.index) }
            .lazy.compactMap { Self(rawValue: $0.tag.prefix { $0 != "-" }.lowercased()) }.first
        self = best ?? .english
    }
}
