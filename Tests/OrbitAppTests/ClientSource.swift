import Foundation

/// A source file of one of the modules that a client is made of, without comments.
struct ClientSource {
    let file: String
    let module: String
    let text: String

    /// Modules of pictures for browsers and terminals, and of calendar files.
    ///
    /// Only their files whose names end in `Words.swift` may contain sentences.
    private static let strictModules: Set = ["SolarSystem", "Calendars", "ICalendar", "MapClustering", "Trust"]

    static var all: [ClientSource] {
        get throws {
            let packages = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Packages")
            let others = [
                "BackendRuntime", "OrbitBackend", "OrbitDemo", "OrbitStore", "OrbitStoreTesting", "SQLiteStore",
                "PostgreSQLStore",
                "NetworkingTesting",
            ]
            let files = FileManager.default.enumerator(at: packages, includingPropertiesForKeys: nil)?.allObjects ?? []
            let sources = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            return try sources.compactMap { file -> ClientSource? in
                let module = file.pathComponents.drop { $0 != "Packages" }.dropFirst().first ?? ""
                guard !others.contains(module) else { return nil }
                let lines = try String(contentsOf: file, encoding: .utf8).split(
                    separator: "\n", omittingEmptySubsequences: false)
                let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                return ClientSource(file: file.lastPathComponent, module: module, text: code.joined(separator: "\n"))
            }
        }
    }

    /// The raw values of the constants in extensions of a type.
    static func constants(of type: String) throws -> [String] {
        try all.flatMap { source in
            source.text.matches(of: /extension ([A-Za-z]+)[^{]*\{\n(.*?)\n\}/.dotMatchesNewlines())
                .filter { $0.1 == type }
                .flatMap { $0.2.matches(of: /Self\(rawValue: "([a-z_.]+)"\)/).map { String($0.1) } }
        }
    }
}

extension ClientSource {
    /// The string literals that are English texts outside of a vocabulary, recognized by their form.
    ///
    /// In a module of ``strictModules``, a text counts if it has a word next to a space. Files whose names end in
    /// `Words.swift` are exempt. Elsewhere, a text counts if it has two consecutive words, and is returned or has an
    /// interpolation. Templates of vocabularies have parameters in braces instead of interpolations, so they do not
    /// count. Reasons of errors do not count, because they are for logs.
    var english: [String] {
        let isStrict = Self.strictModules.contains(module) && !file.hasSuffix("Words.swift")
        return literals.filter { literal in
            if isStrict { return literal.text.contains(/[A-Za-z]{2},? | [A-Za-z]{2}/) }
            return literal.text.contains(/[A-Za-z]{2},? [A-Za-z]{2}/)
                && (literal.text.contains(Self.interpolation) || literal.before.hasSuffix("return "))
                && !literal.before.contains(/(?:reason|debugDescription): $/)
        }.map { $0.text }
    }

    private static let interpolation = "\u{FFFC}"

    /// The string literals of single lines, each with the part of the line before it.
    ///
    /// Each interpolation is replaced by ``interpolation``, and each escape sequence by a space.
    private var literals: [(text: String, before: String)] {
        text.split(separator: "\n").filter { $0.contains("\"") }.flatMap { line in
            line.matches(of: /"((?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\])*)"/).map { match in
                let text = match.1.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: Self.interpolation)
                    .replacing(/\\(?:u\{[0-9A-Fa-f]+\}|.)/, with: " ")
                return (String(text), String(line[..<match.range.lowerBound]))
            }
        }
    }
}
