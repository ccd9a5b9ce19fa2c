import Foundation
import OrbitApp
import Presentation
import SwiftUI

/// A picker of a date that may be open. The picker begins at the current date.
struct OptionalDate: View {
    private let title: String
    @Binding private var date: Date?
    @Environment(AppModel.self) private var app

    init(_ title: String, date: Binding<Date?>) {
        self.title = title
        _date = date
    }

    var body: some View {
        if let chosen = Binding($date) {
            DatePicker(title, selection: chosen)
        } else {
            Button(title) { date = app.clock.now }
        }
    }
}
