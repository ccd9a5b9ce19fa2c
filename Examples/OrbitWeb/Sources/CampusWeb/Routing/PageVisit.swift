import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Validation

/// A request for a page or a form, with everything that a screen reads besides the view models.
@MainActor struct PageVisit {
    let session: WebSession
    /// The path with its query, to which forms of the page return.
    let path: String
    /// The values of the parameters in the pattern of the path.
    let parameters: [String: String]
    let query: FormFields
    var form = FormFields()
    /// The start of the ids of fields in the present form; empty on a page with one such form.
    var scope = ""

    var app: AppModel { session.app }
    var words: LocalizedStrings { session.catalogue.words }
    var dates: Dates { session.dates }
    /// The current day on the campus.
    var today: CalendarDay { CalendarDay(session.app.clock.now, in: session.settings.zone) }

    /// Returns a word of this front end.
    func word(_ word: PageWord, _ parameters: [String: ParameterValue] = [:]) -> String {
        words.sentence(word.rawValue, in: PageWord.vocabulary, parameters)
    }

    /// Returns a parameter of the path; empty if the pattern has no such parameter.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// The path of the page with the form, for the redirect after an action.
    var back: String { PagePath.local(form.value("from")) ?? "/" }

    /// Shows the outcome of an action above the next page, if it failed. Screens show other failures from their models.
    func note(_ outcome: ActionOutcome, at path: String? = nil) {
        guard let failure = outcome.failure else { return }
        session.notices[path ?? back] = PageNotice(text: failure.message, isFailure: true)
    }

    /// Shows a sentence above the next page.
    func note(_ text: String, at path: String? = nil) {
        session.notices[path ?? back] = PageNotice(text: text, isFailure: false)
    }
}

/// A sentence above a page about the last action.
struct PageNotice: Hashable, Sendable {
    let text: String
    let isFailure: Bool
}
