import OrbitModels
import Testing
import TimeAndChance

@testable import Validation

/// Suggestions for real university names in countries without an academic suffix, whose names are the most similar.
@Suite struct SuggestionPrecisionTests {
    private static let domains = """
        uni-ulm.de uni-koeln.de uni-bonn.de uni-jena.de uni-kiel.de uni-trier.de uni-mainz.de uni-siegen.de uni-kassel.de \
        uni-bremen.de uni-hamburg.de uni-leipzig.de uni-rostock.de uni-passau.de uni-bayreuth.de uni-bamberg.de \
        uni-bielefeld.de uni-goettingen.de uni-greifswald.de uni-hannover.de uni-heidelberg.de uni-hildesheim.de \
        uni-hohenheim.de uni-konstanz.de uni-luebeck.de uni-magdeburg.de uni-mannheim.de uni-marburg.de uni-muenster.de \
        uni-oldenburg.de uni-osnabrueck.de uni-paderborn.de uni-potsdam.de uni-regensburg.de uni-saarland.de \
        uni-stuttgart.de uni-tuebingen.de uni-vechta.de uni-weimar.de uni-wuerzburg.de uni-wuppertal.de uni-erfurt.de \
        uni-frankfurt.de uni-freiburg.de uni-giessen.de uni-halle.de uni-due.de uni-augsburg.de uni-duesseldorf.de \
        tu-berlin.de fu-berlin.de hu-berlin.de tu-dresden.de tu-chemnitz.de tu-ilmenau.de tu-clausthal.de tu-dortmund.de \
        tu-darmstadt.de tu-braunschweig.de tu-freiberg.de tuhh.de tum.de lmu.de kit.edu rwth-aachen.de fau.de rub.de \
        hs-aalen.de hs-bremen.de hs-fulda.de hs-kempten.de hs-koblenz.de hs-mainz.de hs-mannheim.de hs-wismar.de \
        hs-esslingen.de hs-offenburg.de hs-pforzheim.de hs-karlsruhe.de hs-heilbronn.de hs-ansbach.de hs-coburg.de \
        hs-augsburg.de hs-anhalt.de hs-harz.de hs-merseburg.de hs-mittweida.de hs-niederrhein.de hs-osnabrueck.de \
        fh-aachen.de fh-dortmund.de fh-kiel.de fh-erfurt.de fh-bielefeld.de fh-muenster.de fh-potsdam.de fh-swf.de \
        fh-wedel.de fh-westkueste.de th-koeln.de th-luebeck.de th-wildau.de th-brandenburg.de th-bingen.de th-deg.de \
        th-nuernberg.de th-rosenheim.de th-owl.de haw-hamburg.de haw-landshut.de hft-stuttgart.de htw-berlin.de \
        htw-dresden.de htwk-leipzig.de htwg-konstanz.de htwsaar.de beuth-hochschule.de bht-berlin.de hwr-berlin.de \
        unibo.it unipd.it unipi.it unina.it uniba.it unict.it unipa.it unige.it unito.it unimi.it unimib.it unimo.it \
        unimore.it unipr.it unipv.it unipg.it unisa.it unisi.it unitn.it units.it uniud.it univr.it univpm.it uniroma1.it \
        uniroma2.it uniroma3.it unifi.it unife.it unifg.it unical.it unicam.it unica.it uniss.it unibg.it unibs.it \
        unicas.it unich.it unimc.it unimol.it uninsubria.it unisalento.it unite.it unitus.it uniupo.it unive.it iuav.it \
        polimi.it polito.it poliba.it luiss.it unicatt.it univ-lille.fr univ-nantes.fr univ-rennes1.fr univ-rennes2.fr \
        univ-lyon1.fr univ-lyon2.fr univ-lyon3.fr univ-tours.fr univ-orleans.fr univ-poitiers.fr univ-pau.fr \
        univ-paris1.fr univ-paris8.fr univ-paris13.fr univ-lehavre.fr univ-rouen.fr univ-reims.fr univ-lorraine.fr \
        univ-tln.fr univ-amu.fr univ-angers.fr univ-artois.fr univ-avignon.fr univ-brest.fr univ-corse.fr univ-evry.fr \
        univ-fcomte.fr univ-lemans.fr univ-littoral.fr univ-nimes.fr univ-perp.fr univ-savoie.fr univ-smb.fr univ-ubs.fr \
        univ-grenoble-alpes.fr u-bordeaux.fr u-bordeaux-montaigne.fr u-bourgogne.fr u-paris.fr u-paris10.fr u-pec.fr \
        u-picardie.fr unistra.fr unice.fr unicaen.fr unilim.fr utoronto.ca ubc.ca mcgill.ca ualberta.ca ucalgary.ca \
        uottawa.ca uwaterloo.ca uwo.ca yorku.ca queensu.ca dal.ca sfu.ca uvic.ca usask.ca umanitoba.ca uregina.ca \
        uwindsor.ca uwinnipeg.ca ulaval.ca umontreal.ca uqam.ca uqac.ca uqar.ca uqtr.ca concordia.ca carleton.ca \
        ryerson.ca torontomu.ca brocku.ca trentu.ca lakeheadu.ca laurentian.ca nipissingu.ca uoguelph.ca mcmaster.ca \
        mun.ca unb.ca upei.ca stfx.ca smu.ca acadiau.ca mta.ca ubishops.ca uleth.ca athabascau.ca tru.ca unbc.ca \
        auckland.ac.nz otago.ac.nz canterbury.ac.nz massey.ac.nz waikato.ac.nz lincoln.ac.nz aut.ac.nz vuw.ac.nz
        """.split(separator: " ").map(String.init)

    /// Returns the domain with a character inserted, removed or replaced, or with two swapped. The result always
    /// differs.
    private static func slip(_ domain: String, _ random: inout SplitMix64) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        while true {
            var name = Array(domain)
            let end = name.firstIndex(of: ".") ?? name.count
            let place = Int.random(in: 0..<end, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: name.insert(letters.randomElement(using: &random) ?? "a", at: place)
            case 1: name.remove(at: place)
            case 2: name[place] = letters.randomElement(using: &random) ?? "a"
            default: if place + 1 < end { name.swapAt(place, place + 1) }
            }
            if String(name) != domain, DomainName(String(name)) != nil { return String(name) }
        }
    }

    private static func registry(_ domains: [String]) -> CampusRegistry {
        CampusRegistry(
            universities: domains.map { University(name: $0, country: "", alphaTwoCode: "", domains: [$0]) })
    }

    @Test func `suggestions for mistyped domains are 97 percent right and exist for half`() throws {
        let registry = Self.registry(Self.domains)
        var random = SplitMix64(seed: 4)
        var (right, wrong, silent) = (0, 0, 0)
        for domain in Self.domains {
            for _ in 0..<5 {
                let typed = Self.slip(domain, &random)
                switch try registry.suggestion(for: EmailAddress("a@\(typed)"))?.domain.ascii {
                case nil: silent += 1
                case domain: right += 1
                default: wrong += 1
                }
            }
        }
        print("suggestions for slips: \(right) right, \(wrong) wrong, \(silent) silent")
        #expect(right * 100 >= 97 * (right + wrong))
        #expect(right * 2 > right + wrong + silent)
    }

    @Test func `at most five percent of unlisted real domains get a suggestion`() throws {
        var random = SplitMix64(seed: 5)
        var (alarms, asked) = (0, 0)
        for _ in 0..<4 {
            let shuffled = Self.domains.shuffled(using: &random)
            let registry = Self.registry(Array(shuffled.prefix(shuffled.count / 2)))
            for domain in shuffled.suffix(shuffled.count / 2) {
                asked += 1
                if try registry.suggestion(for: EmailAddress("a@\(domain)")) != nil { alarms += 1 }
            }
        }
        print("false alarms: \(alarms) of \(asked)")
        #expect(alarms * 100 <= 5 * asked)
    }
}
