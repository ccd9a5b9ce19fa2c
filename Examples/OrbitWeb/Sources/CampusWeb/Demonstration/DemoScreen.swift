import Foundation
import OrbitDemo
import OrbitModels
import PageParts
import Validation

/// The page of the demonstration: the addresses, the mails and the clock. It needs no session.
enum DemoScreen {
    static func page(_ world: DemoWorld, language: PageLanguage, dates: Dates) -> Markup {
        let words = language.catalogue.words
        func word(_ word: PageWord, _ parameters: [String: ParameterValue] = [:]) -> String {
            words.sentence(word.rawValue, in: PageWord.vocabulary, parameters)
        }
        let mails = world.latestMails.map { mail -> Markup in
            """
            <li class="card"><h3>\(mail.subject)</h3>
            <p class="meta">\(mail.recipient) · \(dates.dayAndTime(mail.date))</p>
            <p>\(mail.text)</p></li>
            """
        }
        let steps = DemoWorld.steps.map { minutes -> Markup in
            let title =
                minutes < 60
                ? word(.demoMinutes, ["count": .integer(minutes)])
                : word(.demoHours, ["count": .integer(minutes / 60)])
            return "<button name=\"minutes\" value=\(minutes)>\(title)</button>"
        }
        let noMail: Markup = mails.isEmpty ? "<p class=\"meta\">\(word(.demoNoMail))</p>" : ""
        return Frame.document(
            title: word(.demoTitle), language: language,
            body: """
                <main id="main">
                <h1 id="heading" tabindex="-1">\(word(.demoTitle))</h1>
                <p>\(word(.demoIntroduction))</p>
                <dl class="facts">
                <dt>\(word(.email))</dt><dd>\(world.campus.residents.first?.email ?? "")</dd>
                <dt>\(word(.demoNewAddress))</dt><dd>maya@orbit.example</dd>
                <dt>\(word(.demoModerator))</dt><dd>\(world.moderator?.email ?? "")</dd>
                <dt>\(word(.code))</dt><dd>123456</dd>
                </dl>
                <p><a class="button primary" href="/sign-in">\(word(.signIn))</a></p>
                <h2>\(word(.demoClock))</h2>
                <p>\(dates.day(world.clock.date)), \(dates.time(world.clock.date))</p>
                <form method="post" action="/demo/clock" class="actions">\(steps)</form>
                <h2>\(word(.demoMails))</h2>
                \(noMail)
                <ul class="list">\(mails)</ul>
                </main>
                """)
    }
}
