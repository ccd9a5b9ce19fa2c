import OrbitModels
import SwiftUI

extension LocalizedStrings {
    /// Returns a text of this front end.
    ///
    /// - Parameters:
    ///   - word: The text.
    ///   - parameters: The values of the parameters in braces.
    func callAsFunction(_ word: ScreenWord, _ parameters: [String: ParameterValue] = [:]) -> String {
        sentence(word.rawValue, in: ScreenWord.vocabulary, parameters)
    }
}

extension EnvironmentValues {
    /// The texts of the app's catalogue.
    var words: LocalizedStrings {
        get { self[WordsKey.self] }
        set { self[WordsKey.self] = newValue }
    }
}

private struct WordsKey: EnvironmentKey {
    static let defaultValue = LocalizedStrings.english
}
