/// Streams that zlib 1.3 has produced, by the size of their data.
///
/// The data are zeros, noise, a picture and text. The streams use levels 0, 1 and 9, and the other strategies. Most
/// streams have a flush in the middle.
enum ZlibSamples {
    static let all: [(stream: String, size: Int)] = [
        (
            """
            eAEAAAD//wEBAP7/AAABAAE=
            """, 1
        ),
        (
            """
            eAFjAAAAAQAB
            """, 1
        ),
        (
            """
            eNoAAAD//2MAAAABAAE=
            """, 1
        ),
        (
            """
            eAEAAAD//2MAAAABAAE=
            """, 1
        ),
        (
            """
            eAEAAAD//2MAAAABAAE=
            """, 1
        ),
        (
            """
            eAEAAAD//2MAAAABAAE=
            """, 1
        ),
        (
            """
            eAHt0DEBAAAAwqD1T20JT4hAYcCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCA
            AQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMG
            DBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgw
            YMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCAAQMGDBgwYMCA
            AQMGDBgwYMCAAQMGDBgwYMCAAQMGDLwHBhF/AAE=
            """, 70000
        ),
        (
            """
            eNrswQENAAAAwqD3T20ON6AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAFwMAAP//7cEBCQAAAICg/6/bEagAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADARxF/AAE=
            """, 70000
        ),
        (
            """
            eAHswQENAAAAwiD7p34ON2AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAjQAAAP//7cEBCQAAAICg/6/bEagAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADARxF/AAE=
            """, 70000
        ),
        (
            """
            eAFiYBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWjYBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWjYBSM
            glEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWjYBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWj
            YBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWjYBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsFQ
            AQAAAAD//xsFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWjYBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWj
            YBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWjYBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEo
            GAWjYBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAKRsEoGAWjYBSMglEwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCUTAK
            RsHQAQARfwAB
            """, 70000
        ),
        (
            """
            eAEASwC0/4K3Du5/GlA5vvB+wjR/Bm7Qj13HUSRH40BDAAJrblRVlKBlaF1kxJgLuNRUSochqZoBrSGetZz2oV728Vodgwu3zgnW
            u8AE5xdcZAAAAP//AUsAtP88feywtYDsN7yXEt0uaq65S66NL5+inFooTJ73UhgpzxB5sIDp10ocEPyrakJD0zZW3r5MHteWSOhW
            6Pmi9YyV8M5LOcFb/61cLfsmCktd
            """, 150
        ),
        (
            """
            eAEBlgBp/4K3Du5/GlA5vvB+wjR/Bm7Qj13HUSRH40BDAAJrblRVlKBlaF1kxJgLuNRUSochqZoBrSGetZz2oV728Vodgwu3zgnW
            u8AE5xdcZDx97LC1gOw3vJcS3S5qrrlLro0vn6KcWihMnvdSGCnPEHmwgOnXShwQ/KtqQkPTNlbevkwe15ZI6Fbo+aL1jJXwzks5
            wVv/rVwt+yYKS10=
            """, 150
        ),
        (
            """
            eNoASwC0/4K3Du5/GlA5vvB+wjR/Bm7Qj13HUSRH40BDAAJrblRVlKBlaF1kxJgLuNRUSochqZoBrSGetZz2oV728Vodgwu3zgnW
            u8AE5xdcZAAAAP//AUsAtP88feywtYDsN7yXEt0uaq65S66NL5+inFooTJ73UhgpzxB5sIDp10ocEPyrakJD0zZW3r5MHteWSOhW
            6Pmi9YyV8M5LOcFb/61cLfsmCktd
            """, 150
        ),
        (
            """
            eAEASwC0/4K3Du5/GlA5vvB+wjR/Bm7Qj13HUSRH40BDAAJrblRVlKBlaF1kxJgLuNRUSochqZoBrSGetZz2oV728Vodgwu3zgnW
            u8AE5xdcZAAAAP//AUsAtP88feywtYDsN7yXEt0uaq65S66NL5+inFooTJ73UhgpzxB5sIDp10ocEPyrakJD0zZW3r5MHteWSOhW
            6Pmi9YyV8M5LOcFb/61cLfsmCktd
            """, 150
        ),
        (
            """
            eAEASwC0/4K3Du5/GlA5vvB+wjR/Bm7Qj13HUSRH40BDAAJrblRVlKBlaF1kxJgLuNRUSochqZoBrSGetZz2oV728Vodgwu3zgnW
            u8AE5xdcZAAAAP//AUsAtP88feywtYDsN7yXEt0uaq65S66NL5+inFooTJ73UhgpzxB5sIDp10ocEPyrakJD0zZW3r5MHteWSOhW
            6Pmi9YyV8M5LOcFb/61cLfsmCktd
            """, 150
        ),
        (
            """
            eAEASwC0/4K3Du5/GlA5vvB+wjR/Bm7Qj13HUSRH40BDAAJrblRVlKBlaF1kxJgLuNRUSochqZoBrSGetZz2oV728Vodgwu3zgnW
            u8AE5xdcZAAAAP//AUsAtP88feywtYDsN7yXEt0uaq65S66NL5+inFooTJ73UhgpzxB5sIDp10ocEPyrakJD0zZW3r5MHteWSOhW
            6Pmi9YyV8M5LOcFb/61cLfsmCktd
            """, 150
        ),
        (
            """
            eAFjYMACGJmYWVjZ2Dk4ubh5ePn4BQSFhBmYWNg4uHj4BIRExCSkZOQUlFTUGJjZOHn4hUQlpOUUVdS1dA2MzSwZWDh4BEQkZBRU
            NHQMTCxsHFw8fBhYufhFJOWUNXSNzG0c3bwDQqPiGdh4hCTkVLQMzGycPPxCohLScooY2PlEZZS1DC3s3XxDopMyC8rrWhk4BCQU
            NAwsHDwCIhIyCioaOibMYOAUklbRNbP3CIxKzimta58wc9FqBi4ROQ0jG7eAqJS8iqaeaQtWbdnHwC2mqGPu5BuRnFfZ0j9r6Ybd
            xy4y8EioGNh4hCTkVLRMmLNiy4EzN54w8Eqpmzj6RWeUNvXPWbnt8IW7r74z8MloWbiFJBXU9cxase3IpQfvGPkZ+OV0bbyjMiva
            py3dcvjSww8swkoMAgoGDgEJBQ0TFmw4cOHBB1ZRVVMGQSVjl9C08o6Zq3afufuORVTN3INBSMXMIyqnbsKiLcduvGIUVjX3jGYQ
            VrP0iS9qnbF638Un3/mVTD2i8wDbX3OH
            """, 400
        ),
        (
            """
            eNpiYMACGJmYWVjZ2Dk4ubh5ePn4BQSFhBmYWNg4uHj4BIRExCSkZOQUlFTUGJjZOHn4hUQlpOUUVdS1dA2MzSwZWDh4BEQkZBRU
            NHQMTCxsHFw8fBhYufhFJOWUNXSNzG0c3bwDQqPiGdh4hCTkVLQMzGycPPxCohLScooY2PlEZZS1DC3s3XxDopMyC8rrWhk4BCQU
            NAwsHDwCIhIyCioaOibMYOAUklbRNbP3CIxKzimta58wc9FqAAAAAP//AcgAN/8AChQeKDI8RlBaZG54goyWoKq0vgALFiEsN0JN
            WGNueYSPmqWwu8bRAAwYJDA8SFRgbHiEkJyotMDM2OQADRonNEFOW2h1go+cqbbD0N3q9wAOHCo4RlRicH6Mmqi2xNLg7gEPAA8e
            LTxLWml4h5altMPS4fAEEyIAECAwQFBgcICQoLDA0ODwBRUlNQARIjNEVWZ3iJmqu8zd7gQVJjdIABIkNkhabH6QorTG2OoBEyU3
            SVsAEyY5TF9yhZirvtHk9w8iNUhbbttfc4c=
            """, 400
        ),
        (
            """
            eAFiYGBgYGBgYGBgYGBgYGBgYGBgYGBgZGJmYWVj5+Dk4ubh5eMXEBQSZmBiYePg4uETEBIRk5CSkVNQUlFjYGbj5OEXEpWQllNU
            UdfSNTA2s2Rg4eAREJGQUVDR0DEwsbBxcPHwYWDl4heRlFPW0DUyt3F08w4IjYpnYOMRkpBT0TIws3Hy8AuJSkjLKWJg5xOVUdYy
            tLB38w2JTsosKK9rZeAQkFDQMLBw8AiISMgoqGjomDCDgVNIWkXXzN4jMCo5p7SufcLMRasBAAAA//8ByAA3/wAKFB4oMjxGUFpk
            bniCjJagqrS+AAsWISw3Qk1YY255hI+apbC7xtEADBgkMDxIVGBseISQnKi0wMzY5AANGic0QU5baHWCj5yptsPQ3er3AA4cKjhG
            VGJwfoyaqLbE0uDuAQ8ADx4tPEtaaXiHlqW0w9Lh8AQTIgAQIDBAUGBwgJCgsMDQ4PAFFSU1ABEiM0RVZneImaq7zN3uBBUmN0gA
            EiQ2SFpsfpCitMbY6gETJTdJWwATJjlMX3KFmKu+0eT3DyI1SFtu219zhw==
            """, 400
        ),
        (
            """
            eAFiwAYYmZhZWNnYOTi5uHl4+fgFBIWEGZhY2Di4ePgEhETEJKRk5BSUVNQYmNk4efiFRCWk5RRV1LV0DYzNLBlYOHgERCRkFFQ0
            dAxMLGwcXDx8GFi5+EUk5ZQ1dI3MbRzdvANCo+IZ2HiEJORUtAzMbJw8/EKiEtJyihjY+URllLUMLezdfEOikzILyutaGTgEJBQ0
            DCwcPAIiEjIKKho6Jsxg4BSSVtE1s/cIjErOKa1rnzBz0WoAAAAA//8ByAA3/wAKFB4oMjxGUFpkbniCjJagqrS+AAsWISw3Qk1Y
            Y255hI+apbC7xtEADBgkMDxIVGBseISQnKi0wMzY5AANGic0QU5baHWCj5yptsPQ3er3AA4cKjhGVGJwfoyaqLbE0uDuAQ8ADx4t
            PEtaaXiHlqW0w9Lh8AQTIgAQIDBAUGBwgJCgsMDQ4PAFFSU1ABEiM0RVZneImaq7zN3uBBUmN0gAEiQ2SFpsfpCitMbY6gETJTdJ
            WwATJjlMX3KFmKu+0eT3DyI1SFtu219zhw==
            """, 400
        ),
        (
            """
            eAFiYMACGJmYWVjZ2Dk4ubh5ePn4BQSFhBmYWNg4uHj4BIRExCSkZOQUlFTUGJjZOHn4hUQlpOUUVdS1dA2MzSwZWDh4BEQkZBRU
            NHQMTCxsHFw8fBhYufhFJOWUNXSNzG0c3bwDQqPiGdh4hCTkVLQMzGycPPxCohLScooY2PlEZZS1DC3s3XxDopMyC8rrWhk4BCQU
            NAwsHDwCIhIyCioaOibMYOAUklbRNbP3CIxKzimta58wc9FqAAAAAP//AcgAN/8AChQeKDI8RlBaZG54goyWoKq0vgALFiEsN0JN
            WGNueYSPmqWwu8bRAAwYJDA8SFRgbHiEkJyotMDM2OQADRonNEFOW2h1go+cqbbD0N3q9wAOHCo4RlRicH6Mmqi2xNLg7gEPAA8e
            LTxLWml4h5altMPS4fAEEyIAECAwQFBgcICQoLDA0ODwBRUlNQARIjNEVWZ3iJmqu8zd7gQVJjdIABIkNkhabH6QorTG2OoBEyU3
            SVsAEyY5TF9yhZirvtHk9w8iNUhbbttfc4c=
            """, 400
        ),
        (
            """
            eAEl0okRgDAIBMBWaI2v/xZcojNGTeA+7N3t7NjI7o3oaUtHbc56+r7de4vpcvfWVl1dRsQUALsWG1U7G1VRETlVWdmlJGd6YlNj
            YPORgfZRWxDVaNzWA+FWmnIS7hZ1M1MH4aH+VDmz1iSkqU5v48hDIZYGAzEy64zhwE99xFbCHfK9oeWPD1cEW9kZnJ/ZIpmzUoIF
            Rwop8LjBwrYpAXlM8ZarVQlfhwH8gmWdZ4o0cPgMKb4c0V07HD2UamRTAyShciJIrFdDyW9EBKI+gYpW1CdG8ucFjm6lo9mRqAUm
            cTqfnOYOHrmXEHQjCmrcmmmUkLEivCOkh3iGZfb+FDP2zbjpIIZvTsdFrxyYh8b+//9I9/6HF5udF+8FaxIH4Aj8EbGWpjM39v+U
            TEIdi4r+i+pqjPTZNfv9AAWF74A=
            """, 700
        ),
        (
            """
            eNockIkRADEIAluhNRD7byFrbibG+PDc7O54tPLMStMhjLLucvO+6mXqhDObTW7OkhoAqBIoJNtVokhu4njSw+pUaxYFGw8L2k9N
            gChlcacf4SKa3OtuUNc2B9Hj+6roEVOD1IzJSosrp5PmScGWc8bggB/10sbgFvlk0OIPH3xSDtbC+ZkNknEWRmCBw/wkwcMBFmyK
            OrF4xJuXVUbwdRiAPwAAAP//JVDHEcAgDFvFq6ntv0IkcpwfoGqgi60TeGLuoiQUOgopn8lDCTkAiekKkN4N+gricWJNc7Lr1WOV
            FB5dIUjCrk/VpbriQhg7QqW9GJLQtD42UnNnm7VNx3Olx1jgoMtzxFquXKZunrFezZi/bunXvkwDy2OKB07ROONqKLpvFeLAGRSq
            /YK6GtDaKfNH7xUtvO/S+6pxcnnr1iYfBYXvgA==
            """, 700
        ),
        (
            """
            eAEEwQEBAAAIwrAqVMPz/hXcUCkxBRNGAjk7IQwTIGRcBp53jDTJTs3QkN45c5dLurteuZ3dWKx3oYw1UqUowm1GdufcnSVdUY+4
            7caynRLGCuPWxh29dcqtNy4wZ0x7YJDYQeK1uDReN02SbUuOlWaScbc4vGmbo03JuqztmebI7rxdvdospdrM6x4AAP//BcEBAQAA
            CMKwKlT7wf4V3Ghua4qpl1zvznK2p12mIeUC3M1t5bgMFwOZ5lbbSzfTNOtxZxyAypay9dYNjXTzSm1ktCVkk7SLEcMZbmnqWpKp
            kdxSxjLh7kpwjBg26NaA5jJPCucRj12328XQzMOOrnrMsItlkdjCuqPxmAkhKztLtUsLlwOw6z0Fhe+A
            """, 700
        ),
        (
            """
            eAEMwQEBADAMwjArWGOl/i38CSolpmDCSCBnJ4RhAoSMy8DzjpEm2akZGtI7Z+5ySXfXK7ezG4v1LpSxRqoURbjNyO6cu7OkK+oR
            t91YtlPCWGHc2rijt0659cYF5oxpDwwSO0i8FpfG66b59iXHSjPJuFsc3rTN0aZkXdb2THNkd96uXm2WUm3mdQ8AAP//DcEBAQAw
            DMIwK1hrYf4t/AnNbU0x9ZLr3VnO9rTLNKRcgLu5rRyX4WIg09xqe+lmmmY97ozjU9lStt66oZFuXqmNjLaEbJJ2MWI4wy1NXUsy
            NZJbylgm3F0JjhHDBt0a0FzmSeE84rHrdrsYmnnY0VWPGXaxLBJbWHc0HjMhZGVnqXZp4XJ8dr0HBYXvgA==
            """, 700
        ),
        (
            """
            eAFKTk1NTU5MVkhVSExOTlVQSE5JBhLJCkmpiSmpQBrIB4mCWAopyUlAnJyalJqUBFKXqKCgkJIENAAoCiSAAklJqSmpCklJCkkK
            CokpSUmJSYnJSSkgs1KSUxRSE4EaFYC2ATmJCkBrwVYDCaBFSSlAjanJKWATQCTQTYkpINnUJKDrUlJSkkBGpIDsA7sKKAckk1IS
            gSalJCUnAlkpQCkglQRyJ1AS5BSgtxKTQB4D2gG0H+h6BYXUpESguSlA5wNZQGuB/gP6AwgUFJJAxiYqAH0O8mwS0MlAnyUBlQBt
            AdqRCAwkBaA9QAw0Fmg2UFAB5FigH4F+S0wFagUqAfoLZAbQcAAAAAD//0tMVkhNSUlWSE5MUkhOSlVQSE1OTU1NSk4E4uTUpKTk
            FIWUpCSFRKCCVIXExMTU1JSkFKCGxFQgPyUxKUUBKJkIVpOakgzSo5CckgI0CwhTkoGKUpMUklKAGhOTkpISU1KA5gB1A5WmADUD
            pRJBqlOTE4FagZyUxOTk5ESgbUBBoJXJINOTgC4DugaIU0CmJqWAVIAsBEkppIJNTAS5EuS4VJBuoH0piSB3Ae0AmZ+sALJdAeje
            pFSghUB1SalA+dTElFSgbGpKKkhtMkg2EehfoI7kJJAkyACgFNB4kEVAryUmAp2dClQJkVUAOxQoDQquZHBQgdSkKqSCvQs0JhUA
            BYXvgA==
            """, 700
        ),
    ]
}
